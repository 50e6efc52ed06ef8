#!/usr/bin/env python3
"""check_datapackage.py DATA_DIRECTORY...: whether datapackage.json describes the tables beside it by the rules of Frictionless Data.

Of the package and each resource the required properties are there and of the right kind; each path is a table beside it and each table
has its resource; the header of a table is the names of its fields in their order; each cell is of its field's type or missing; and every
unit is one. Prints a line for each fault; exit 1 when there is one."""
import csv, gzip, json, os, re, sys

NAME = re.compile(r"[-a-z0-9._/]+")
TYPES = {"string": re.compile(r".*", re.S), "integer": re.compile(r"[+-]?\d+"),
         "number": re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|NaN|-?INF")}
faults = 0


def fault(where, text):
    global faults
    faults += 1
    print(f"{where}: {text}")


def check_text(where, holder, key, pattern=re.compile(r".+", re.S)):
    value = holder.get(key)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        fault(where, f"its {key} is {value!r}")


def check_field(where, field):
    check_text(where, field, "name")
    where = f"{where}.{field.get('name')}"
    if field.get("type") not in TYPES:
        fault(where, f"its type is {field.get('type')!r}")
    check_text(where, field, "title")
    check_text(where, field, "description")
    if "?" in field.get("unit", ""):
        fault(where, f"its unit is {field['unit']!r}")


def check_units(where, fields):
    """Units that each row names stand in a text column of the table."""
    texts = {field["name"] for field in fields if field["type"] == "string"}
    for field in fields:
        column = re.fullmatch(r"\{(.*)\}", field.get("unit", ""))
        if column and column[1] not in texts:
            fault(f"{where}.{field['name']}", f"no text column {column[1]} says its unit")


def check_rows(where, path, fields, missing):
    if path.endswith(".parquet"):
        return
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        header = next(rows, None)
        if header != [field["name"] for field in fields]:
            fault(where, f"its header is {header}")
            return
        for number, row in enumerate(rows, 1):
            if len(row) != len(fields):
                fault(where, f"row {number} has {len(row)} cells")
            for field, cell in zip(fields, row):
                if cell not in missing and not TYPES[field["type"]].fullmatch(cell):
                    fault(f"{where}.{field['name']}", f"row {number} holds {cell!r}, which is no {field['type']}")


def check_resource(directory, resource):
    where = resource.get("name")
    check_text("a resource", resource, "name", NAME)
    check_text(where, resource, "description")
    if resource.get("profile") != "tabular-data-resource":
        fault(where, f"its profile is {resource.get('profile')!r}")
    path = resource.get("path", "")
    if not path or os.path.isabs(path) or ".." in path.split("/") or not os.path.exists(os.path.join(directory, path)):
        fault(where, f"its path is {path!r}")
        return
    schema = resource.get("schema", {})
    fields, missing = schema.get("fields", []), schema.get("missingValues", [""])
    before = faults
    if not fields or not isinstance(missing, list):
        fault(where, "its schema has no fields, or no list of missing values")
    for field in fields:
        check_field(where, field)
    if len({field.get("name") for field in fields}) != len(fields):
        fault(where, "two fields have the same name")
    if faults == before:
        check_units(where, fields)
        check_rows(where, os.path.join(directory, path), fields, missing)


def check_package(directory):
    package = json.load(open(os.path.join(directory, "datapackage.json"), encoding="utf-8"))
    check_text(directory, package, "name", NAME)
    if package.get("profile") != "tabular-data-package":
        fault(directory, f"its profile is {package.get('profile')!r}")
    resources = package.get("resources", [])
    if not resources:
        fault(directory, "has no resources")
    for resource in resources:
        check_resource(directory, resource)
    if len({resource.get("name") for resource in resources}) != len(resources):
        fault(directory, "two resources have the same name")
    for name in sorted(os.listdir(directory)):
        if name.endswith((".csv", ".gz", ".parquet")) and name not in {resource.get("path") for resource in resources}:
            fault(name, "is in no resource")


for data in sys.argv[1:]:
    check_package(data)
sys.exit(1 if faults else 0)
