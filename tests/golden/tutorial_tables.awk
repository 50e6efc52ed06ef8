# Compares the first rows of a report's table, in their order, with the ten rows that the profiler's
# tutorial prints of it: tutorial_*.csv hold those as they are printed there (by the `head(10)` of
# its three data frames), under the names of our columns. A number is right when, rounded to as many
# decimals, it is the printed one; a text that ends in "..." is cut there.
# awk -v skip="COLUMN …" -v by_key=1 -f tutorial_tables.awk TUTORIAL.csv TABLE.csv
# skip: columns in which the two are meant to differ. by_key: rows are told by their first cell, and
# what is missing is printed as 0.
BEGIN {
    count = split(skip, names, " ")
    for (i = 1; i <= count; i++)
        skipped[names[i]] = 1
}

# Cells of a line, of which some may be quoted.
function cut(line, cells,    n, quoted, c, i) {
    n = 1
    cells[1] = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"")
            quoted = !quoted
        else if (c == "," && !quoted)
            cells[++n] = ""
        else
            cells[n] = cells[n] c
    }
    return n
}

function is_right(column, printed, ours,    decimals) {
    if (printed ~ /\.\.\.$/)
        return index(ours, substr(printed, 1, length(printed) - 3)) == 1
    if (printed !~ /^[0-9]+\.[0-9]+$/)
        return printed == ours
    if (ours == "" && !by_key)
        return 0
    decimals = length(printed) - index(printed, ".")
    return sprintf("%.*f", decimals, column == "share" ? 100 * ours : ours) == printed
}

{ cells = cut($0, cell) }

FNR == 1 {
    file++
    for (i = 1; i <= cells; i++)
        if (file == 1)
            head[i] = cell[i]
        else if (cell[i] != head[i]) {
            print "column " i " is " cell[i] ", not " head[i]
            differ++
        }
    next
}

file == 1 {
    row = by_key ? cell[1] : FNR
    expected++
    for (i = 1; i <= cells; i++)
        theirs[row, i] = cell[i]
}

file == 2 {
    row = by_key ? cell[1] : FNR
    if (!((row, 1) in theirs))
        next
    found++
    for (i = 1; i <= cells; i++) {
        if (head[i] in skipped)
            continue
        compared++
        if (!is_right(head[i], theirs[row, i], cell[i])) {
            print head[i] " of row " row " is " cell[i] ", not " theirs[row, i]
            differ++
        }
    }
}

END {
    print compared + 0, "cells of", found + 0, "rows compared,", differ + 0, "differ"
    exit !(expected == 10 && found == expected && compared >= 50 && differ == 0)
}
