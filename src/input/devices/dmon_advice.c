#include "input/devices/dmon_advice.h"

#include <string.h>

#include "input/text/csv_text.h"
#include "input/text/lines.h"

const char *dmon_advice(const char *text, size_t size)
{
    struct lines lines;
    lines_init(&lines, text, size);
    if (!lines_next_filled(&lines) || !lines.line.size || *lines.line.text != '#' ||
        !memmem(lines.line.text, lines.line.size, "gpu", 3) || !lines_next(&lines) ||
        !csv_is_annotation(lines.line))
        return NULL;
    return "it is output of nvidia-smi dmon or pmon in an unsupported form: use nvidia-smi dmon -o "
           "DT --format csv, or nvidia-smi --query-gpu=timestamp,index,utilization.gpu,power.draw "
           "--format=csv -l 10";
}
