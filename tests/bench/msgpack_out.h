/* Records of the Dask profiler's databases: eight bytes of length, then one msgpack value. */
#ifndef TESTS_BENCH_MSGPACK_OUT_H
#define TESTS_BENCH_MSGPACK_OUT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct msgpack_out {
    FILE *file;
    size_t size;
    unsigned char bytes[4096];
};

static inline void out_byte(struct msgpack_out *out, unsigned value)
{
    out->bytes[out->size++] = (unsigned char)value;
}

static inline void out_bytes(struct msgpack_out *out, uint64_t value, int width)
{
    for (int i = width - 1; i >= 0; i--)
        out_byte(out, (unsigned)(value >> (8 * i)) & 0xff);
}

static inline void out_text(struct msgpack_out *out, const char *text)
{
    size_t size = strlen(text);
    if (size < 32) {
        out_byte(out, 0xa0 | (unsigned)size);
    } else {
        out_byte(out, 0xd9);
        out_byte(out, (unsigned)size & 0xff);
    }
    memcpy(out->bytes + out->size, text, size);
    out->size += size;
}

static inline void out_float(struct msgpack_out *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    out_byte(out, 0xcb);
    out_bytes(out, bits, 8);
}

static inline void out_integer(struct msgpack_out *out, uint64_t value)
{
    if (value < 128) {
        out_byte(out, (unsigned)value);
    } else if (value <= UINT32_MAX) {
        out_byte(out, 0xce);
        out_bytes(out, value, 4);
    } else {
        out_byte(out, 0xcf);
        out_bytes(out, value, 8);
    }
}

static inline void out_map(struct msgpack_out *out, unsigned pairs)
{
    out_byte(out, 0x80 | pairs);
}

static inline void out_array(struct msgpack_out *out, unsigned count)
{
    out_byte(out, 0x90 | count);
}

static inline void out_nil(struct msgpack_out *out)
{
    out_byte(out, 0xc0);
}

static inline void out_named_text(struct msgpack_out *out, const char *name, const char *text)
{
    out_text(out, name);
    out_text(out, text);
}

static inline void out_named_float(struct msgpack_out *out, const char *name, double value)
{
    out_text(out, name);
    out_float(out, value);
}

static inline void out_named_integer(struct msgpack_out *out, const char *name, uint64_t value)
{
    out_text(out, name);
    out_integer(out, value);
}

/* The record that was put together since the last one. */
static inline void out_record(struct msgpack_out *out)
{
    for (int i = 7; i >= 0; i--)
        putc((int)((uint64_t)out->size >> (8 * i) & 0xff), out->file);
    fwrite(out->bytes, 1, out->size, out->file);
    out->size = 0;
}

/* ---- events as the profiler's plug-ins write them ---- */

struct task_out {
    const char *host, *worker, *key, *name, *dtype, *type;
    const char *dependency; /* NULL: none */
    double end, duration;
    uint64_t size;
};

static inline void out_task(struct msgpack_out *out, const struct task_out *task)
{
    out_map(out, 7);
    out_named_text(out, "name", "Compute");
    out_named_float(out, "timestamp", task->end);
    out_named_float(out, "duration", task->duration);
    out_named_text(out, "phase", "X");
    out_named_text(out, "process_id", task->host);
    out_named_text(out, "thread_id", task->worker);
    out_text(out, "args");
    out_map(out, 9);
    out_named_text(out, "key", task->key);
    out_named_text(out, "name", task->name);
    out_named_text(out, "state", "memory");
    out_named_integer(out, "size", task->size);
    out_text(out, "shape");
    out_array(out, 2);
    out_integer(out, 1);
    out_integer(out, 2);
    out_named_text(out, "dtype", task->dtype);
    out_named_text(out, "type", task->type);
    out_text(out, "dependencies");
    out_array(out, task->dependency ? 1 : 0);
    if (task->dependency)
        out_text(out, task->dependency);
    out_text(out, "dependents");
    out_array(out, 0);
    out_record(out);
}

static inline void out_instant(struct msgpack_out *out, const char *name, double time,
                               const char *host, const char *worker)
{
    out_map(out, 7);
    out_named_text(out, "name", name);
    out_named_float(out, "timestamp", time);
    out_named_text(out, "phase", "I");
    out_named_text(out, "scope", "g");
    out_named_text(out, "process_id", host);
    out_text(out, "thread_id");
    if (worker)
        out_text(out, worker);
    else
        out_nil(out);
    out_text(out, "args");
}

static inline void out_memory(struct msgpack_out *out, double time, const char *host,
                              const char *worker, const char *key, uint64_t size, unsigned tasks)
{
    out_instant(out, "Managed Memory", time, host, worker);
    out_map(out, 4);
    out_named_text(out, "key", key);
    out_named_text(out, "state", "memory");
    out_named_integer(out, "size", size);
    out_named_integer(out, "tasks", tasks);
    out_record(out);
}

struct usage_out {
    double time, cpu, wall, net_read, net_write, disk_read, disk_write;
    uint64_t memory, files, gpu_utilization, gpu_memory;
};

static inline void out_usage(struct msgpack_out *out, const char *host,
                             const struct usage_out *usage)
{
    out_instant(out, "Resource Usage", usage->time, host, NULL);
    out_map(out, 10);
    out_named_float(out, "cpu", usage->cpu);
    out_named_integer(out, "memory", usage->memory);
    out_named_float(out, "time", usage->wall);
    out_named_float(out, "host_net_io.read_bps", usage->net_read);
    out_named_float(out, "host_net_io.write_bps", usage->net_write);
    out_named_float(out, "host_disk_io.read_bps", usage->disk_read);
    out_named_float(out, "host_disk_io.write_bps", usage->disk_write);
    out_named_integer(out, "num_fds", usage->files);
    out_named_integer(out, "gpu_utilization", usage->gpu_utilization);
    out_named_integer(out, "gpu_memory_used", usage->gpu_memory);
    out_record(out);
}

#endif
