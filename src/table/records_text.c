#include "table/model_text.h"
#include "util/text_line.h"

static const char *const ENDING_NAMES[ENDINGS] = {
    [ENDING_UNSAID] = NULL,
    [ENDING_SUCCEEDED] = "well",
    [ENDING_CACHED] = "cached",
    [ENDING_FAILED] = "failed",
    [ENDING_TIMED_OUT] = "timed out",
    [ENDING_OUT_OF_MEMORY] = "out of memory",
    [ENDING_NODE_FAILED] = "node failed",
    [ENDING_LOST] = "lost",
    [ENDING_PREEMPTED] = "preempted",
    [ENDING_REQUEUED] = "requeued",
    [ENDING_DEADLINE] = "deadline",
    [ENDING_CANCELLED] = "cancelled",
    [ENDING_UNFINISHED] = "open",
    [ENDING_UNKNOWN] = "unknown",
};

static void add_known(struct strbuf *out, const char *name, double number)
{
    text_line_add_number(out, name, number > 0 ? number : NUMBER_MISSING);
}

static void write_source(const struct records_source *source, size_t number, struct strbuf *out)
{
    text_line_begin(out, "records-source");
    text_line_add_number(out, "number", (double)number);
    text_line_add_text(out, "path", source->path);
    text_line_add_number(out, "run", source->run);
    text_line_add_flag(out, "has_queue", source->has_queue);
    text_line_add_flag(out, "has_job_ids", source->has_job_ids);
    text_line_add_flag(out, "lacks_kinds", source->lacks_kinds);
    text_line_add_flag(out, "lacks_columns", source->lacks_columns);
    text_line_add_number(out, "makespan_s", source->makespan_s);
    text_line_add_number(out, "end", source->end);
    add_known(out, "worker_cores", source->largest.cores);
    add_known(out, "worker_gpus", source->largest.gpus);
    add_known(out, "worker_memory", source->largest.memory);
    add_known(out, "worker_disk", source->largest.disk);
    text_line_end(out);
}

static void write_summary(const struct published_summary *summary, struct strbuf *out)
{
    text_line_begin(out, "published-summary");
    text_line_add_text(out, "step", summary->step);
    text_line_add_text(out, "task", summary->task);
    text_line_add_text(out, "quantity", summary->quantity);
    text_line_add_number(out, "value", summary->value);
    text_line_end(out);
}

static void write_value(const struct records *records, const struct records_block *block,
                        int column, size_t row, struct strbuf *out)
{
    const char *name = records->columns[column].name;
    const uint8_t *endings;
    switch (records->columns[column].type) {
    case RECORD_NUMBER:
        text_line_add_number(out, name, records_number_at(block, column, row));
        break;
    case RECORD_TEXT:
        text_line_add_text(out, name, records_text(records, records_text_at(block, column, row)));
        break;
    case RECORD_ENDING:
        endings = records_endings(block);
        text_line_add_text(out, name, endings ? ENDING_NAMES[endings[row]] : NULL);
        break;
    }
}

static void write_block(const struct records *records, const struct records_block *block,
                        struct strbuf *out)
{
    for (size_t row = 0; row < block->rows; row++) {
        text_line_begin(out, "record");
        text_line_add_number(out, "source", block->source);
        for (size_t column = 0; column < records->column_count; column++)
            write_value(records, block, (int)column, row, out);
        text_line_end(out);
    }
}

static void write_dependency(const struct records *records,
                             const struct record_dependency *dependency, struct strbuf *out)
{
    text_line_begin(out, "record-dependency");
    if (dependency->source != RECORD_ANY_SOURCE)
        text_line_add_number(out, "source", dependency->source);
    text_line_add_text(out, "task", records_text(records, dependency->task));
    text_line_add_text(out, "input", records_text(records, dependency->input));
    text_line_end(out);
}

void records_write_text(const struct records *records, struct strbuf *out)
{
    for (size_t i = 0; i < records->source_count; i++)
        write_source(&records->sources[i], i, out);
    for (size_t i = 0; i < records->summary_count; i++)
        write_summary(&records->summaries[i], out);
    for (size_t i = 0; i < records->block_count; i++)
        write_block(records, &records->blocks[i], out);
    for (size_t i = 0; i < records->dependency_count; i++)
        write_dependency(records, &records->dependencies[i], out);
}
