/* A Parquet file as readers of text see it: CSV; exit code 3 with a sentence where it is refused.
 * Usage: print_parquet FILE [JOBS] */
#include <stdio.h>
#include <stdlib.h>

#include "input/parquet/parquet_text.h"

static int print_rows(const struct parquet_file *file, int jobs, struct error *error)
{
    struct mapping text;
    if (file->left_out)
        fprintf(stderr, "left out: %s\n", file->left_out);
    if (!parquet_text_of_all(file, jobs, &text, error))
        return 3;
    size_t written = fwrite(text.bytes, 1, text.size, stdout);
    int status = written == text.size && fflush(stdout) == 0 ? 0 : 4;
    mapping_close(&text);
    return status;
}

int main(int count, char **arguments)
{
    struct parquet_service service = {0};
    struct mapping bytes = {0};
    struct error error = {0};
    const struct mapping_limits limits = {.size = (size_t)16 << 30, .ratio = 200};
    const char *path = count > 1 ? arguments[1] : "";
    struct parquet_file *file = NULL;
    int status = 3;
    if (mapping_open_within(&bytes, path, limits, &error))
        file = parquet_file_open(&service, path, path, &bytes, limits, &error);
    if (file)
        status = print_rows(file, count > 2 ? (int)strtol(arguments[2], NULL, 10) : 2, &error);
    if (status == 3)
        fprintf(stderr, "%s\n", error.text);
    parquet_file_close(file);
    mapping_close(&bytes);
    parquet_service_release(&service);
    return status;
}
