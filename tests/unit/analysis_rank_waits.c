/* Which functions wait for other ranks, and the rank for which they wait. */
#include "analysis/traces/wait_names.h"
#include "findings_fixture.h"

static void blocking_calls_are_known_by_name(void)
{
    static const char *const collectives[] = {"MPI_Barrier",
                                              "MPI_Allreduce",
                                              "PMPI_Reduce_scatter_block",
                                              "mpi_bcast_",
                                              "MPI_BCAST",
                                              "mpi_allreduce_f08_",
                                              "libmpi.so.40!PMPI_Allreduce",
                                              "MPI_Alltoallv",
                                              "MPI_Allgatherv_c",
                                              "MPI_Neighbor_alltoallw",
                                              "MPI_Comm_split",
                                              "MPI_Win_fence",
                                              "MPI_Finalize",
                                              "Comm.Barrier",
                                              "Comm.allreduce",
                                              "MPI.Cartcomm.Bcast",
                                              "node_comm.barrier",
                                              "Comm.Allreduce (run.py:12)",
                                              "mpi4py.MPI.Intracomm.Bcast",
                                              "mpi4py.MPI.Comm.Split",
                                              "mpi4py.MPI.Win.Fence",
                                              "MPI.Allreduce!",
                                              "gloo:all_reduce",
                                              "gloo::barrier",
                                              "ucc:all_to_all",
                                              "oneapi::ccl::allreduce",
                                              "ccl::reduce_scatter",
                                              "MPI_Barrier (main)"};
    static const char *const between_two[] = {"MPI_Wait",          "MPI_Waitall",
                                              "MPI_Recv",          "MPI_Mprobe",
                                              "MPI_Win_lock",      "Request.Waitany",
                                              "comm.recv",         "MPI_Test",
                                              "mpi_iprobe_",       "mpi4py.MPI.Message.Recv",
                                              "MPI.Recv!",         "MPI_Sendrecv",
                                              "MPI_Win_unlock_all"};
    static const char *const none[] = {"MPI_Iallreduce",
                                       "MPI_Init",
                                       "functools.reduce",
                                       "barrier",
                                       "Executor.wait",
                                       "MPI_",
                                       "communicate.gather",
                                       "MPI_File_write_all",
                                       "mpi_file_read_",
                                       "MPI_File_write_all_end",
                                       "mpi4py.MPI.File.Write_all",
                                       "MPI_Pack",
                                       "MPI_Put",
                                       "MPI_Get",
                                       "MPI_Wtime",
                                       "MPI_Type_commit",
                                       "MPI_Comm_rank",
                                       "MPI_Comm_size",
                                       "MPI_Isend",
                                       "MPI_Irecv",
                                       "MPI_Start",
                                       "MPI_Ineighbor_alltoall",
                                       "Comm.isend",
                                       "run(MPI_Recv)",
                                       "MPI_WITH_A_NAME_THAT_IS_LONGER_THAN_ANY_OF_ITS_CALLS",
                                       "darwin.lock",
                                       "HttpRequest.Wait",
                                       "Telecomm.Barrier",
                                       "openMPI.wait"};
    static const char *const kernels[] = {
        "ncclDevKernel_AllReduce_Sum_f32", "ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclWork)",
        "void rcclGenericKernel<1, false>(ncclDevKernelArgsStorage<4096ul>)",
        "ncclAllReduceRingLLKernel_sum_f32(ncclColl)"};
    for (size_t i = 0; i < sizeof collectives / sizeof collectives[0]; i++)
        CHECK_INT(wait_kind_of(collectives[i]), WAIT_COLLECTIVE);
    for (size_t i = 0; i < sizeof between_two / sizeof between_two[0]; i++)
        CHECK_INT(wait_kind_of(between_two[i]), WAIT_POINT_TO_POINT);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK_INT(wait_kind_of(none[i]), WAIT_NONE);
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        CHECK_INT(wait_kind_of(kernels[i]), WAIT_COLLECTIVE_KERNEL);
    CHECK_INT(wait_kind_of("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"),
              WAIT_POINT_TO_POINT_KERNEL);
}

static void waits_for_gpus_and_ranks_are_known_by_name(void)
{
    static const char *const waits[] = {"Comm.Barrier",          "MPI_Test",
                                        "nccl:all_reduce",       "ncclGroupEnd",
                                        "cudaDeviceSynchronize", "zeEventHostSynchronize",
                                        "urQueueFinish",         "sycl::_V1::queue::wait()"};
    static const char *const work[] = {"solve",      "MPI_File_write_all",
                                       "MPI_Init",   "MPI_Finalized",
                                       "train_nccl", "DataSynchronizer.run",
                                       "MPI_Pack"};
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++)
        CHECK_INT(is_wait_for_others(waits[i]), 1);
    for (size_t i = 0; i < sizeof work / sizeof work[0]; i++)
        CHECK_INT(is_wait_for_others(work[i]), 0);
    CHECK_INT(is_start_of_ranks("mpi_init_thread_"), 1);
    CHECK_INT(is_start_of_ranks("MPI_Initialized"), 0);
}

static void ranks_are_known_by_name(void)
{
    CHECK_INT(rank_number_of("rank 3"), 3);
    CHECK_INT(rank_number_of("rank 12 python (4711)"), 12);
    CHECK_INT(rank_number_of("MPI Rank 0"), 0);
    CHECK_INT(rank_number_of("rank_7"), 7);
    CHECK_INT(rank_number_of("rank"), -1);
    CHECK_INT(rank_number_of("ranking 3"), -1);
    CHECK_INT(rank_number_of("rank 3b"), -1);
    CHECK_INT(rank_number_of("process 3"), -1);
}

static void add_ranks(const char *rows)
{
    add("trace", "clock,start,end,elapsed_s,workers,tasks,idle_share,compared_group,"
                 "compared_workers,compared_s,quiet_s\nunix,1000,1010,10,4,800,0,1,4,10,0\n");
    add_rows("functions",
             "function,tasks,workers,duration_s,self_s,share,q0,first_runs_s,worker_self_s,"
             "others_busy_s",
             "solve,400,4,24,24,0.6,0.05,0.2,9,9\nMPI_Barrier,400,4,16,16,0.4,0.01,0.1,5,9\n");
    add_rows("rank_waits",
             "rank,collectives,collective_s,share,steps,wait,wait_share,point_to_point_share,"
             "function,runs,function_s,others_runs,others_function_s",
             rows);
}

static void the_rank_that_waits_least_is_named_first(void)
{
    begin();
    add_ranks("0,100,5,0.5,,MPI_Barrier,1,0,,,,,\n1,100,5,0.5,,MPI_Barrier,1,0,,,,,\n"
              "2,100,1,0.1,,MPI_Barrier,1,0,solve,100,9,100,5\n"
              "3,100,5,0.5,,MPI_Barrier,1,0,,,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "Rank 2 is a straggler: the other 3 ranks wait 50 % of the time (median), rank 2 10 "
               "%. They wait in MPI_Barrier (100 collectives). On rank 2 solve takes 90 ms per "
               "run, elsewhere 50 ms on average.");
    CHECK_TEXT(cell(1, "finding"),
               "solve takes 60 % of task time (100 % without waits for GPUs and "
               "other ranks): 24 s in 400 runs on 4 workers.");
    CHECK_TEXT(cell(1, "advice"), "");
    CHECK_INT(fixture_rows(&fixture, "findings"), 2);
    fixture_release(&fixture);
}

/* More runs, not longer ones: all of them are compared. */
static void more_runs_are_no_longer_runs(void)
{
    begin();
    add_ranks("0,100,5,0.5,,MPI_Barrier,0.8,0.1,,,,,\n1,100,5,0.5,,MPI_Barrier,0.8,0.1,,,,,\n"
              "2,100,1,0.1,,MPI_Barrier,0.8,0.1,solve,180,9,100,5\n"
              "3,100,5,0.5,,MPI_Barrier,0.8,0.1,,,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "Rank 2 is a straggler: the other 3 ranks wait 50 % of the time (median), rank 2 10 "
               "%. They wait in waits for other ranks, mostly MPI_Barrier (100 collectives). On "
               "rank 2 solve takes 9 s, elsewhere 5 s on average.");
    fixture_release(&fixture);
}

static void what_one_rank_alone_does_is_shared(void)
{
    begin();
    add_ranks("0,100,0.5,0.05,,MPI_Bcast,1,0,load,50,4.5,0,0\n1,100,5,0.5,,MPI_Bcast,1,0,,,,,\n"
              "2,100,5,0.5,,MPI_Bcast,1,0,,,,,\n");
    run();
    CHECK_TEXT(
        cell(0, "finding"),
        "Rank 0 is a straggler: the other 2 ranks wait 50 % of the time (median), rank 0 5.0 %. "
        "They wait in MPI_Bcast (100 collectives). Only rank 0 runs load: 4.5 s in 50 runs.");
    CHECK_TEXT(cell(0, "advice"),
               "distribute this work over the ranks, or let the others go on meanwhile");
    fixture_release(&fixture);
}

static void unequal_waits_in_a_pipeline_are_no_slow_rank(void)
{
    begin();
    add_ranks("0,100,0.1,0.01,,MPI_Recv,1,1,,,,,\n1,100,2,0.2,,MPI_Recv,1,1,,,,,\n"
              "2,100,3,0.3,,MPI_Recv,1,1,,,,,\n3,100,4,0.4,,MPI_Recv,1,1,,,,,\n");
    run();
    CHECK_INT(strstr(cell(0, "finding"), "rank 0") != NULL, 0);
    CHECK_TEXT(cell(1, "advice"), "find out what it waits for: a GPU, or the slowest of the ranks");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(blocking_calls_are_known_by_name), TEST(waits_for_gpus_and_ranks_are_known_by_name),
           TEST(ranks_are_known_by_name), TEST(the_rank_that_waits_least_is_named_first),
           TEST(more_runs_are_no_longer_runs), TEST(what_one_rank_alone_does_is_shared),
           TEST(unequal_waits_in_a_pipeline_are_no_slow_rank))
