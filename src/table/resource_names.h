/* What the table resource_use calls the resources of nodes. */
#ifndef TABLE_RESOURCE_NAMES_H
#define TABLE_RESOURCE_NAMES_H

#define RESOURCE_PROCESSORS "processors"
#define RESOURCE_GPUS "GPUs"
#define RESOURCE_BANDWIDTH "memory bandwidth"
#define RESOURCE_NETWORK "network"

#endif
