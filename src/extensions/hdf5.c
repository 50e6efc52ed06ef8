/* HDF5: a group a table, in it a dataset a column, with its unit and description as attributes;
 * groups and columns are in the order of the tables. Numbers are 64-bit floats, a missing one is
 * NaN; texts are UTF-8, of a fixed size where that is small, and a missing one is empty. What is
 * written does not say when. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>

#include "export/export_format.h"

enum { LONGEST_FIXED_TEXT = 64, DEFLATE_LEVEL = 2 };

struct column_file {
    hid_t dataset, type;
    size_t size; /* of texts of a fixed size; 0: of any */
};

struct writer {
    const char *path;
    hid_t file, table;
    const struct export_table *written;
    struct column_file *columns;
    hsize_t rows; /* written of the table */
    void *cells;  /* for a batch of texts */
};

static bool fail(const struct writer *writer, struct error *error)
{
    return export_fail(error, writer->path, errno ? strerror(errno) : "HDF5 failed", errno);
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* Strings of HDF5 have one byte or more. */
static hid_t text_type(size_t size)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && (H5Tset_size(type, size) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0 ||
                      H5Tset_strpad(type, H5T_STR_NULLPAD) < 0)) {
        H5Tclose(type);
        return -1;
    }
    return type;
}

static bool add_attribute(hid_t object, const char *name, const char *text)
{
    hid_t type = text_type(H5T_VARIABLE), space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, type, &text) >= 0;
    if (attribute >= 0)
        good &= H5Aclose(attribute) >= 0;
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return good;
}

static bool describe_column(hid_t dataset, const struct column_schema *column)
{
    bool is_moment = column->meaning == MEANING_MOMENT;
    return (!is_moment && !*column->unit
                ? true
                : add_attribute(dataset, "unit", is_moment ? "s (Unix time)" : column->unit)) &&
           add_attribute(dataset, "title", *column->title ? column->title : column->name) &&
           add_attribute(dataset, "description", column->description);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void *open_file(const struct export_file *file, struct error *error)
{
    struct writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return export_fail(error, file->path, "out of memory", 0), NULL;
    *writer = (struct writer){.path = file->path, .file = -1, .table = -1};
    H5dont_atexit(); /* it would write what could not be written again, and crash */
    errno = 0;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    hid_t creation = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_obj_track_times(creation, false);
    H5Pset_file_locking(access, false, true); /* nobody else knows the file yet */
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110);
    writer->file = H5Fcreate(file->path, H5F_ACC_EXCL, creation, access);
    H5Pclose(creation);
    H5Pclose(access);
    if (writer->file < 0) {
        fail(writer, error);
        free(writer);
        return NULL;
    }
    return writer;
}

/* A slash would make a group of what is before it, and "." is the group itself. */
static void link_name(char *to, size_t room, const char *name)
{
    size_t size = 0;
    for (; *name && size + 4 < room; name++)
        if (*name == '/') {
            memcpy(to + size, "\xe2\x88\x95", 3);
            size += 3;
        } else {
            to[size++] = *name;
        }
    to[size] = '\0';
    if (strcmp(to, ".") == 0 || !*to)
        strcpy(to, "(unnamed)");
}

/* Of columns that would have the same name the second one has " (2)" behind it. */
static void own_name(const struct writer *writer, char *name, size_t room)
{
    size_t size = strlen(name);
    for (int again = 2; H5Lexists(writer->table, name, H5P_DEFAULT) > 0; again++)
        snprintf(name + size, room - size, " (%d)", again);
}

static hid_t create_column(const struct writer *writer, const struct column_schema *column,
                           hid_t type)
{
    enum { LONGEST_NAME = 4096, LONGEST_ENDING = 16 };
    char name[LONGEST_NAME + LONGEST_ENDING];
    const hsize_t none = 0, any = H5S_UNLIMITED;
    hsize_t chunk =
        writer->written->rows < EXPORT_BATCH_ROWS ? writer->written->rows : EXPORT_BATCH_ROWS;
    chunk = chunk ? chunk : 1;
    link_name(name, LONGEST_NAME, column->name);
    own_name(writer, name, sizeof name);
    hid_t space = H5Screate_simple(1, &none, &any), creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_char_encoding(links, H5T_CSET_UTF8);
    H5Pset_chunk(creation, 1, &chunk);
    H5Pset_shuffle(creation);
    H5Pset_deflate(creation, DEFLATE_LEVEL);
    H5Pset_obj_track_times(creation, false);
    hid_t dataset = H5Dcreate2(writer->table, name, type, space, links, creation, H5P_DEFAULT);
    H5Pclose(links);
    H5Pclose(creation);
    H5Sclose(space);
    return dataset;
}

static bool begin_column(struct writer *writer, size_t number)
{
    const struct column_schema *column = &writer->written->columns[number];
    struct column_file *made = &writer->columns[number];
    size_t longest = writer->written->longest[number];
    if (column->type == COLUMN_NUMBER) {
        made->type = H5Tcopy(H5T_IEEE_F64LE);
    } else {
        made->size = longest <= LONGEST_FIXED_TEXT ? (longest ? longest : 1) : 0;
        made->type = text_type(made->size ? made->size : H5T_VARIABLE);
    }
    made->dataset = create_column(writer, column, made->type);
    return made->dataset >= 0 && describe_column(made->dataset, column);
}

static bool begin_table(void *argument, const struct export_table *table, struct error *error)
{
    struct writer *writer = argument;
    hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
    errno = 0;
    writer->written = table;
    writer->rows = 0;
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_obj_track_times(creation, false);
    writer->table = H5Gcreate2(writer->file, table->name, H5P_DEFAULT, creation, H5P_DEFAULT);
    H5Pclose(creation);
    writer->columns = calloc(table->column_count + 1, sizeof *writer->columns);
    writer->cells = malloc((size_t)EXPORT_BATCH_ROWS * LONGEST_FIXED_TEXT);
    bool good = writer->table >= 0 && writer->columns && writer->cells &&
                add_attribute(writer->table, "row", table->row);
    for (size_t i = 0; writer->columns && i < table->column_count; i++)
        writer->columns[i] = (struct column_file){-1, -1, 0};
    for (size_t i = 0; i < table->column_count && good; i++)
        good = begin_column(writer, i);
    return good || fail(writer, error);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const void *text_cells(struct writer *writer, const struct column_file *column,
                              const char *const *texts, size_t rows)
{
    char *fixed = writer->cells;
    const char **any = writer->cells;
    for (size_t row = 0; row < rows; row++) {
        const char *text = texts && texts[row] ? texts[row] : "";
        if (column->size)
            strncpy(fixed + row * column->size, text, column->size);
        else
            any[row] = text;
    }
    return writer->cells;
}

static const void *number_cells(struct writer *writer, const double *numbers, size_t rows)
{
    double *missing = writer->cells;
    if (numbers)
        return numbers;
    for (size_t row = 0; row < rows; row++)
        missing[row] = __builtin_nan("");
    return missing;
}

static bool put_column(struct writer *writer, size_t number, const struct export_batch *batch)
{
    const struct column_file *column = &writer->columns[number];
    const union export_cells *cells = &batch->columns[number];
    bool is_number = writer->written->columns[number].type == COLUMN_NUMBER;
    const hsize_t count = batch->rows, all = writer->rows + count;
    const void *values = is_number ? number_cells(writer, cells->numbers, batch->rows)
                                   : text_cells(writer, column, cells->texts, batch->rows);
    if (H5Dset_extent(column->dataset, &all) < 0)
        return false;
    hid_t space = H5Dget_space(column->dataset), memory = H5Screate_simple(1, &count, NULL);
    bool good =
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &writer->rows, NULL, &count, NULL) >= 0 &&
        H5Dwrite(column->dataset, is_number ? H5T_NATIVE_DOUBLE : column->type, memory, space,
                 H5P_DEFAULT, values) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    return good;
}

static bool put_batch(void *argument, const struct export_batch *batch, struct error *error)
{
    struct writer *writer = argument;
    bool good = true;
    errno = 0;
    for (size_t i = 0; i < writer->written->column_count && good; i++)
        good = put_column(writer, i, batch);
    writer->rows += batch->rows;
    return good || fail(writer, error);
}

static bool end_table(void *argument, struct error *error)
{
    struct writer *writer = argument;
    bool good = true;
    errno = 0;
    for (size_t i = 0; writer->columns && i < writer->written->column_count; i++) {
        if (writer->columns[i].dataset >= 0)
            good &= H5Dclose(writer->columns[i].dataset) >= 0;
        if (writer->columns[i].type >= 0)
            H5Tclose(writer->columns[i].type);
    }
    if (writer->table >= 0)
        good &= H5Gclose(writer->table) >= 0;
    free(writer->columns);
    free(writer->cells);
    writer->columns = NULL;
    writer->cells = NULL;
    writer->table = -1;
    return good || fail(writer, error);
}

static bool close_file(void *argument, bool is_whole, struct error *error)
{
    struct writer *writer = argument;
    struct error ignored;
    if (!is_whole && writer->written)
        end_table(writer, &ignored);
    errno = 0;
    bool good = H5Fclose(writer->file) >= 0;
    if (is_whole && !good)
        fail(writer, error);
    free(writer);
    return good || !is_whole;
}

__attribute__((visibility("default"))) extern const struct export_library jobreport_extension;
const struct export_library jobreport_extension = {
    .needs_longest = true,
    .open = open_file,
    .begin = begin_table,
    .put = put_batch,
    .end = end_table,
    .close = close_file,
};
