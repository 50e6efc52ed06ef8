/* Which GPU is in which host, a row a GPU, as CSV.
 *
 *     hostname,gpuSerial
 *
 * Tasks of a host for which one GPU is listed ran on that, where no samples show it. */
#include "input/devices/gpu_cells.h"

static bool add_gpu(struct activity_part *part, const struct text_slice *fields,
                    struct csv_fault *fault)
{
    struct device_place place = {.host = activity_cell_text(part, fields, ACTIVITY_HOST)};
    *fault = (struct csv_fault){"no host, or no GPU (serial, UUID or index)", {"", 0}};
    if (!place.host || !gpu_of_row(part, fields, place.host, &place.device))
        return false;
    activity_add_place(&part->activity, place);
    return true;
}

static const struct activity_form form = {.shape = ACTIVITY_GPUS,
                                          .needs = "hostname, and gpuSerial or gpuUUID",
                                          .row = add_gpu};

static int recognise(const char *text, size_t size)
{
    return activity_table_shape(text, size, NULL, 0) == ACTIVITY_GPUS ? 80 : 0;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    return activity_table_read(&form, input, reading, error);
}

const struct reader reader_device_list = {
    .name = "device-list",
    .description = "CSV of GPUs: which GPU is in which host; one row per GPU",
    .recognise = recognise,
    .read = read,
    .takes_batches = true,
};
