/* The result tables of events and devices, a function a group of them. */
#ifndef ANALYSIS_DEVICES_DEVICE_TABLES_H
#define ANALYSIS_DEVICES_DEVICE_TABLES_H

#include "analysis/analysis.h"
#include "analysis/devices/device_means.h"
#include "analysis/devices/event_tasks.h"

struct device_report {
    const struct analysis_request *request;
    const struct event_tasks *events;
    const struct samples_by_device *sorted;
    const struct device_means *means;
    struct tables *tables;
};

/* Fills the columns serial, uuid of a row, whichever table it is of. */
#define row_set_device(row, activity, device)                                                      \
    ((row)->serial =                                                                               \
         activity_text(activity, (device)->serial ? (device)->serial : (device)->index),           \
     (row)->uuid = activity_text(activity, (device)->uuid))

void device_tables_put_events(const struct device_report *report); /* event_time, event_devices,
                                                                      device_metrics */
void device_tables_put_gpus(const struct device_report *report);   /* device_tasks, slow_devices,
                                                                       device_histograms */
void device_tables_put_correlations(const struct device_report *report); /* interplay, correlations,
                                                                         factor_cells */
void device_tables_put_factor_pairs(const struct device_report *report); /* factor_pairs */
void device_tables_put_course(const struct device_report *report);       /* throughput */
void device_tables_put_lines(const struct device_report *report);  /* trace_lines, of devices */
void device_tables_put_energy(const struct device_report *report); /* device_energy */
/* What analyses of the GPUs of nodes find; returns what they say of each (the table gpus). */
const struct table *device_tables_put_troubles(const struct device_report *report);
void device_tables_put_use(const struct device_report *report,
                           const struct table *gpus);               /* device_use */
void device_tables_put_faults(const struct device_report *report);  /* device_faults */
void device_tables_put_lanes(const struct device_report *report);   /* event_lanes */
void device_tables_put_slowest(const struct device_report *report); /* slowest_events */
void device_tables_put_map(const struct device_report *report);     /* tile_map */

#endif
