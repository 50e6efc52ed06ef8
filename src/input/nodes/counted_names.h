/* Names of columns that say what was moved or happened, as counters of devices and file systems do:
 * "lustre_read_bytes", "eth0_rx_packets", "context_switches".
 *
 * Words for what is held, waits or goes on say that it is none: "tx_queue_len", "rx_buffer_bytes".
 * A name that counts may still be that of a rate, or of amounts per interval: the values tell. */
#ifndef INPUT_NODES_COUNTED_NAMES_H
#define INPUT_NODES_COUNTED_NAMES_H

#include <stdbool.h>

struct counted_name {
    bool counts;
    bool is_rate_word; /* "iops" is a rate, unless it is more than any node does in a second */
    bool is_port_data; /* as the kernel's counters of InfiniBand, in words of 4 bytes there */
    const char *unit;  /* "B", "packets"; "": the name says none */
    double scale;      /* to that unit */
};
struct counted_name counted_name_of(const char *name);

#endif
