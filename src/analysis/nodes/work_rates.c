#include "analysis/nodes/work_rates.h"

const struct work_rate work_rates[] = {
    {"flops_any", WORK_RATE_OF_PROCESSORS},
    {"flops_dp", WORK_RATE_OF_PROCESSORS},
    {"flops_sp", WORK_RATE_OF_PROCESSORS},
    {"mem_bw", WORK_RATE_OF_PROCESSORS},
    {"memory_bw", WORK_RATE_OF_PROCESSORS},
    {"net_bw", WORK_RATE_TRAFFIC},
    {"ib_bw", WORK_RATE_TRAFFIC},
    {"ib_recv", WORK_RATE_TRAFFIC},
    {"ib_xmit", WORK_RATE_TRAFFIC},
    {"net_io_counters.bytes_sent", WORK_RATE_TRAFFIC},
    {"net_io_counters.bytes_recv", WORK_RATE_TRAFFIC},
    {"ib_io_counters.port_xmit_data", WORK_RATE_TRAFFIC},
    {"ib_io_counters.port_rcv_data", WORK_RATE_TRAFFIC},
    {"io_counters.read_bytes", WORK_RATE_FILES},
    {"io_counters.write_bytes", WORK_RATE_FILES},
    {"file_bw", WORK_RATE_FILES},
    {"disk_bw", WORK_RATE_FILES},
    {"lustre_read_bw", WORK_RATE_FILES},
    {"lustre_write_bw", WORK_RATE_FILES},
};
const size_t work_rate_count = sizeof work_rates / sizeof work_rates[0];
