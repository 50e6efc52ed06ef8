# Compares a report's tables with what numpy_devices.py or count_events.py finds, to 1e-6 of the
# value: samples are kept in single precision. Prints what differs.
# awk -F, -f numpy_devices.awk THEIRS.csv TABLE.csv …
FNR == 1 && FILENAME != ARGV[1] {
    table = FILENAME
    sub(/.*\//, "", table)
    sub(/\.csv$/, "", table)
    delete names
    for (i = 1; i <= NF; i++)
        names[i] = $i
    next
}

FILENAME == ARGV[1] {
    theirs[$1, $2, $3, $4] = $5
    expected++
    next
}

{
    for (i = 2; i <= NF; i++) {
        second = table == "event_time" ? "" : table == "interplay" ? $4 : $2
        key = table SUBSEP $1 SUBSEP second SUBSEP names[i]
        if (!(key in theirs))
            continue
        compared++
        away = $i - theirs[key]
        if ($i == "" || (away < 0 ? -away : away) > 1e-6 * (theirs[key] < 0 ? -theirs[key] : theirs[key]) + 1e-6) {
            print table, $1, $2, names[i], "is", $i ", not", theirs[key]
            differ++
        }
    }
}

END {
    print compared + 0, "of", expected + 0, "compared,", differ + 0, "differ"
    exit !(expected > 0 && compared == expected && differ == 0)
}
