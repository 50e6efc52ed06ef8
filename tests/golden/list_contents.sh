#!/bin/bash
# What a report holds, a line each: its figures with the number of their panels, its pages, and its
# sections with the number of tables in them.
# REPORT PROGRAM

set -eu
report=$1 program=$2
for figure in "$report"/figures/*.json; do
    # A panel begins a line; one that draws nothing says why.
    echo "figure $(basename "$figure" .json) panels=$(grep -c '^ {"title":' "$figure")" \
        "empty=$(grep -cE '^ \{"title":.*"message":"' "$figure" || true)"
done
for page in "$report"/*.html; do
    echo "page $(basename "$page")"
done
"$program" replot --dump=document "$report" | awk '
    function finish() { if (name != "") print "section", name, "tables=" tables }
    /^  section / { finish(); name = $2; tables = 0 }
    /^    table/ { tables++ }
    END { finish() }'
