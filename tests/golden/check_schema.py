#!/usr/bin/env python3
"""Checks files against a JSON Schema: check_schema.py SCHEMA FILE...

Prints what is wrong of each. With --changed, each file is changed in many ways, one at a time, and what is
printed are the changes that the schema does not notice: it is strict about all that the file has."""
import copy
import json
import sys

import jsonschema


def faults(validator, document):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
            for error in validator.iter_errors(document)]


def places(node, at=()):
    """Each object in the document and its members, but those of free keys."""
    if isinstance(node, dict):
        yield at, node
        for name, value in node.items():
            if name != "finding_settings":
                yield from places(value, at + (name,))
    elif isinstance(node, list):
        for number, value in enumerate(node[:2]):  # the others are alike
            yield from places(value, at + (number,))


def at_place(document, at):
    for step in at:
        document = document[step]
    return document


def changes(document):
    for at, node in list(places(document)):
        other = copy.deepcopy(document)
        at_place(other, at)["something_unknown"] = 1
        yield at + ("something_unknown",), other
        for name in node:
            other = copy.deepcopy(document)
            at_place(other, at)[name] = {"is": ["of", "another"], "type": True}
            yield at + (name,), other


def main():
    arguments = sys.argv[1:]
    looks_for_unnoticed = arguments[0] == "--changed"
    if looks_for_unnoticed:
        del arguments[0]
    with open(arguments[0], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    found = 0
    for path in arguments[1:]:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        if looks_for_unnoticed:
            wrong = [f"{'/'.join(map(str, at))} may be anything"
                     for at, other in changes(document) if validator.is_valid(other)]
        else:
            wrong = faults(validator, document)
        for line in wrong:
            print(f"{path}: {line}")
        found += len(wrong)
    sys.exit(found > 0)


main()
