# Compares a report's tables with what numpy finds, to 1e-12 of the value; prints what differs.
# awk -F, -v source=NAME -f numpy_compare.awk job_metrics.csv node_metrics.csv numpy_samples.csv
BEGIN { count = split("samples missing mean min p05 p25 p50 p75 p95 max total", names, " ") }

FNR == 1 {
    file++
    for (i = 1; i <= NF; i++)
        column[file, $i] = i
    next
}

# Of the job numpy has the mean of the nodes; its samples and total are sums over them.
file < 3 {
    key = (file == 1 ? "*" : $column[2, "node"]) SUBSEP $column[file, "metric"]
    factor = file == 1 && $column[1, "combine"] == "total" ? $column[1, "nodes"] : 1
    for (i = 1; i <= count; i++) {
        value = $column[file, names[i]]
        ours[key, names[i]] = value != "" && i > 2 && i < count ? value / factor : value
    }
}

file == 3 && $1 == source {
    for (i = 1; i <= count; i++) {
        theirs = $column[3, names[i]]
        if (theirs == "" || ($2 == "*" && (i < 3 || i == count)))
            continue
        value = ours[$2, $3, names[i]]
        away = value - theirs
        compared++
        if (value == "" || (away < 0 ? -away : away) > 1e-12 * (theirs < 0 ? -theirs : theirs)) {
            print $2, $3, names[i], "is", value ", not", theirs
            differ++
        }
    }
}

END {
    print compared + 0, "compared,", differ + 0, "differ"
    exit !(compared > 0 && differ == 0)
}
