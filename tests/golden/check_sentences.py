#!/usr/bin/env python3
"""check_sentences.py REPORT...: reads the subtitles, legends and findings of reports, and says where they name what no figure draws.

What a subtitle names is drawn in its figure or named in its caption; what a finding names is drawn in some figure, listed on a page or
named in a caption; where a subtitle counts more things than are drawn, the caption says so; entries of a legend differ by name and by look;
numbers of a subtitle have the unit of the axis; no bar stands on a logarithmic axis; no note comes before a warning; no advice is to
request memory that was too little for attempts of the same kind; and no sentence of a finding has over 25 words, of which a name is one and
a number with its unit is one. Prints a line for each fault; exit 1 when there is one."""
import csv, json, os, re, sys

SUBJECTS = {"tasks": ["task"], "steps": ["step"], "nodes": ["node"], "task_nodes": ["node"], "functions": ["function"], "event_time": ["event"],
            "gpus": ["gpu"], "device_tasks": ["serial", "host"], "trace_workers": ["worker"]}
UNITS = {unit: group for group, units in {"bytes": "B KiB MiB GiB TiB PiB kB MB GB TB PB", "rate": "B/s KiB/s MiB/s GiB/s TiB/s kB/s MB/s GB/s TB/s",
                                         "time": "ns µs ms s min h d"}.items() for unit in units.split()}
BYTES = {prefix + "B": 1000 ** i for i, prefix in enumerate(["", "k", "M", "G", "T"])} | {prefix + "iB": 1024 ** i for i, prefix in enumerate("_KMGT")}
LEVELS = ["bad", "warn", "note", "good"]
MOST_WORDS = 25
BOXES = ("first to third quartile", "p5 to p95")
faults = 0


def fault(where, text):
    global faults
    faults += 1
    print(f"{where}: {text}")


def table(report, name):
    path = os.path.join(report, "data", name + ".csv")
    return list(csv.DictReader(open(path, newline="", encoding="utf-8"))) if os.path.exists(path) else []


def identifiers(report):
    """Names that the tables have, long enough not to be words of a sentence by chance."""
    found = set()
    for name, columns in SUBJECTS.items():
        for row in table(report, name):
            found |= {row[c] for c in columns if c in row and len(row[c]) >= 3 and row[c] != "*"}
    return found


def named_in(text, names):
    return {n for n in names if n in text and re.search(r"(?<![\w.-])" + re.escape(n) + r"(?![\w-])", text)}


def natural(name):
    return [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", name)]


def shows(drawn, name):
    """Whether a text on a figure is the name, cut or whole, or that of a group with it."""
    if name in drawn and re.search(r"(?<![\w.-])" + re.escape(name) + r"(?![\w-])", drawn):
        return True
    if "…" in drawn:
        start, _, end = drawn.partition("…")
        return bool(start) and name.startswith(start) and (end.split("…")[0].split(" ")[0] in name)
    first, dash, last = drawn.partition(" – ")
    return bool(dash) and natural(first) <= natural(name) <= natural(last)


def texts_of(figure):
    texts = [figure["title"]]
    for panel in figure["panels"]:
        texts += [panel["title"] or "", panel["message"] or ""]
        for axis in ("x", "y"):
            texts += panel[axis].get("bands", [])
        for mark in panel["marks"]:
            texts += [mark["name"] or ""] + [label or "" for label in mark.get("labels", [])]
    return [t for t in texts if t]


def check_names(where, figure, names):
    if figure.get("table") in ("factor_cells", "factor_density"):  # what is drawn is what the subtitle begins with
        return
    drawn = texts_of(figure) + [figure["caption"] or ""]
    for name in named_in(figure["subtitle"] or "", names):
        if not any(shows(text, name) for text in drawn):
            fault(where, f"the subtitle names {name}, which is not drawn")


def check_count(where, figure):
    """ "41 kinds, highest …" over 20 rows needs a word on the other 21."""
    counts = re.findall(r"(?:^|in |: [\d,]+ of )([\d,]+) (?:task kinds|kinds|steps|functions|events|devices|GPUs|workers|nodes|tasks)\b(?!.* of )", figure["subtitle"] or "")
    bands = [len(p["y"]["bands"]) for p in figure["panels"] if p["y"]["kind"] == "bands" and p["y"].get("bands")]
    if counts and bands and figure.get("table") and "lanes" not in figure["id"]:
        if int(counts[-1].replace(",", "")) > bands[0] and not re.search(r"[Ss]hown|other|has \d+ of", figure["caption"]):
            fault(where, f"{counts[-1]} are counted, {bands[0]} drawn, and nothing is said of the rest")


def check_legend(where, figure):
    looks = {}
    for i, panel in enumerate(figure["panels"]):
        for mark in panel["marks"]:
            upright = mark["kind"] == "rule" and mark.get("x") and mark["x"][0] == mark["x2"][0]
            if not mark["name"] or mark["kind"] in ("cells", "text") or upright:  # upright rules have their name beside them
                continue
            look = (mark["kind"], mark.get("colour"), mark.get("dash"), mark.get("shape"))
            for other, name in looks.get(i, []):
                if (name == mark["name"]) != (other == look):
                    fault(where, f"the legend has {name!r} and {mark['name']!r} which cannot be told apart")
            looks.setdefault(i, []).append((look, mark["name"]))


def check_units(where, figure):
    shown = {p[axis]["unit"] for p in figure["panels"] for axis in ("x", "y", "colour") if axis in p and p[axis].get("unit")}
    title = re.search(r", (\S+)$", figure["title"] or "")
    if not title or title.group(1) not in shown:
        return
    text = re.sub(r"[^,;]* in total", "", figure["subtitle"] or "")
    for unit in re.findall(r"\d (\S+?)(?=[\s,;)]|$)", text):
        if unit in UNITS and UNITS[unit] == UNITS.get(title.group(1)) and unit != title.group(1):
            fault(where, f"the subtitle has {unit}, the axis {title.group(1)}")


def check_bars(where, figure):
    for panel in figure["panels"]:
        for axis in ("x", "y"):
            low = panel[axis]["low"]
            for mark in panel["marks"]:
                if panel[axis]["kind"] == "log" and mark["kind"] == "bar" and mark["name"] not in BOXES and mark.get(axis) and all(v <= low for v in mark[axis]):
                    fault(where, "bars stand on a logarithmic axis")


def too_little(report):
    """The most memory with which attempts of a kind were killed or met their limit; infinite where that is not known."""
    found = {}
    for row in table(report, "kills"):
        found[row["task"]] = float(row["too_little_B"] or "inf")
    for row in table(report, "limits"):
        if row["quantity"] == "memory" and row["task"] != "*" and row["per"] != "node" and row["requested_max"]:
            found[row["task"]] = max(found.get(row["task"], 0), float(row["requested_max"]))
    return found


def check_requests(report):
    """What repetitions succeeded with is no advice to request less, even where some of them did not."""
    for kind, most in too_little(report).items():
        for row in table(report, "findings"):
            advice = row["advice"].split(": ")[0]  # behind it: what was used
            if not re.match(r"request (?!more than).*\bfor " + re.escape(kind) + r"(?![\w-])", advice) or "with which" in advice or "per node" in advice:
                continue
            for amount, unit in re.findall(r"([\d,.]+) ([kKMGT]?i?B)\b", advice):
                if float(amount.replace(",", "")) * BYTES[unit] <= most:
                    fault(report, f"{amount} {unit} for {kind} is advised, with which attempts were ended")


def sentence_lengths(text, names):
    """Pairs of the number of words and the sentence. "3 min 30 s" and "1.5 GiB" are one word each, and so is a name with blanks in it."""
    units = "%|°C|min|h|d|[nµmkMGT]?(?:s|W|Wh|J|Hz|F/s)|[kKMGT]?i?B(?:/s)?|GB·h|[GT]?FLOP(?:/byte|/s)?|Gbit/s|cores?"
    for sentence in re.split(r"(?<=[.?!]) (?=\S)", text):
        for name in sorted(named_in(sentence, {n for n in names if " " in n}), key=len, reverse=True):
            sentence = sentence.replace(name, "name")
        amount = rf"-?[\d,.]+ (?:{units})(?![\w/])"
        yield len(re.sub(rf"{amount}(?: {amount})*", "amount", sentence).split()), sentence


def check_lengths(report, names):
    for row in table(report, "findings"):
        for words, sentence in sentence_lengths(row["finding"], names):
            if words > MOST_WORDS:
                fault(report, f"{words} words in one sentence of {row['id']}: {sentence}")


def check_report(report):
    names, texts = identifiers(report), []
    directory = os.path.join(report, "figures")
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        figure = json.load(open(os.path.join(directory, name), encoding="utf-8"))
        where = f"{report}: {figure['id']}"
        texts += texts_of(figure) + [figure["caption"] or ""]
        check_names(where, figure, names)
        check_count(where, figure)
        check_legend(where, figure)
        check_units(where, figure)
        check_bars(where, figure)
    pages = "".join(open(os.path.join(report, p), encoding="utf-8").read() for p in sorted(os.listdir(report)) if p.endswith(".html") and p != "index.html")
    levels = [row["level"] for row in table(report, "findings")]
    if levels != sorted(levels, key=LEVELS.index):
        fault(report, "findings stand in the order " + ", ".join(levels))
    check_requests(report)
    check_lengths(report, names)
    for row in table(report, "findings"):
        for name in named_in(row["finding"] + " " + row["advice"], names):
            if not any(shows(text, name) for text in texts) and f">{name}<" not in pages:
                fault(report, f"a finding names {name}, which no figure or table shows")
    return len(texts)


if __name__ == "__main__":
    if not sum([check_report(report) for report in sys.argv[1:]]):
        fault(", ".join(sys.argv[1:]), "no figure was read")
    sys.exit(faults > 0)
