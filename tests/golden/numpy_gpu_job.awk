# Compares a report's tables with what numpy finds, to 1e-12 of the value; prints what differs.
# awk -F, -f numpy_gpu_job.awk numpy_gpu_job.csv data/gpus.csv data/node_metrics.csv …
FNR == 1 {
    table = FILENAME
    gsub(/.*\/|\.csv$/, "", table)
    for (i = 1; i <= NF; i++)
        column[table, $i] = i
    next
}

table == "numpy_gpu_job" {
    wanted[++count] = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4
    value[count] = $5
    columns[$1] = columns[$1] (index(columns[$1] " ", " " $4 " ") ? "" : " " $4)
    next
}

{
    names = split(columns[table], name, " ")
    for (i = 1; i <= names; i++) {
        cell = $column[table, name[i]]
        second = table == "node_metrics" ? $2 : ""
        ours[table, $1, second, name[i]] = cell
        if (table == "roofline") {
            if (!((table, $1, "first", name[i]) in ours))
                ours[table, $1, "first", name[i]] = cell
            ours[table, $1, "sum", name[i]] += cell
        }
    }
}

END {
    for (i = 1; i <= count; i++) {
        split(wanted[i], part, SUBSEP)
        found = ours[part[1], part[2], part[3], part[4]]
        away = found - value[i]
        if (found == "" || (away < 0 ? -away : away) > 1e-12 * (value[i] < 0 ? -value[i] : value[i])) {
            print part[1], part[2], part[3], part[4], "is", found ", not", value[i]
            differ++
        }
    }
    print count + 0, "compared,", differ + 0, "differ"
    exit !(count > 0 && differ == 0)
}
