#!/bin/bash
# Traces of ranks: what waits for others, what is work, and for whom they wait.
. tests/lib.sh

# On each of 8 ranks 50 steps: 1 ms of work; WRITE for 4 ms, on rank 0 alone or on all; then they
# meet in MPI_Barrier.
writing_trace() { # WRITE alone|all
    awk -v write="$1" -v where="$2" 'BEGIN {
        printf "["
        for (rank = 0; rank < 8; rank++) {
            printf "%s{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":\"MPI Rank %d\"}}", rank ? "," : "", rank, rank
            form = ",{\"name\":\"%s\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":" rank ",\"tid\":0}"
            does = where == "all" || rank == 0
            for (step = 0; step < 50; step++) {
                start = step * 5100
                printf form, "solve", start, 1000
                if (does)
                    printf form, write, start + 1000, 4000
                printf form, "MPI_Barrier", start + (does ? 5000 : 1000), does ? 50 : 4050
            }
        }
        print "]" }'
}

test_output_by_mpi_is_work_as_any_output_is() {
    local name
    for name in write_checkpoint MPI_File_write_all mpi_file_write_at_all_ mpi4py.MPI.File.Write_all; do
        writing_trace "$name" all > "$scratch/all.json"
        report --only none "$scratch/all.json"
        expect_status 0
        expect_text "$report/data/findings.csv" "$name takes [0-9.]+ % of task time .80 % without waits for GPUs and other ranks.: .*optimise it first"
        ! grep -q 'find out what it waits for' "$report/data/findings.csv" || fail "$name is no wait"
        rm -r "$report"
        writing_trace "$name" alone > "$scratch/alone.json"
        report --only none "$scratch/alone.json"
        expect_text "$report/data/findings.csv" "Rank 0 is a straggler: the other 7 ranks wait .* in MPI_Barrier .*\. Only rank 0 runs $name: 200 ms in 50 runs\..*distribute this work over the ranks"
        rm -r "$report"
    done
}

# Ranks find each other in it: there is nothing in it to speed up, and nobody to wait for.
test_the_start_of_ranks_is_told_as_such() {
    awk 'BEGIN {
        printf "["
        for (rank = 0; rank < 4; rank++) {
            printf "%s{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":\"rank %d\"}}", rank ? "," : "", rank, rank
            printf ",{\"name\":\"MPI_Init_thread\",\"ph\":\"X\",\"ts\":0,\"dur\":4000000,\"pid\":%d,\"tid\":0}", rank
            for (step = 0; step < 60; step++)
                printf ",{\"name\":\"solve\",\"ph\":\"X\",\"ts\":%d,\"dur\":100000,\"pid\":%d,\"tid\":0}", 4000000 + step * 100000, rank
        }
        print "]" }' > "$scratch/start.json"
    report --only none "$scratch/start.json"
    expect_status 0
    expect_text "$report/data/findings.csv" 'Start-up: the first run of MPI_Init_thread takes 4 s on each of 4 workers on average, 40 % of the run'
    ! grep -q 'MPI_Init_thread.*\(speed it up first\|find what it waits for\)' "$report/data/findings.csv" || fail "MPI_Init is advised on"
}

# On each of 4 ranks 100 steps of 1 ms: work, and for the rest OUTER with MPI_Allreduce in it; rank 2
# works all the time.
nested_trace() { # OUTER
    awk -v outer="$1" 'BEGIN {
        printf "["
        for (rank = 0; rank < 4; rank++) {
            printf "%s{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":\"rank %d\"}}", rank ? "," : "", rank, rank
            form = ",{\"name\":\"%s\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":" rank ",\"tid\":0}"
            work = rank == 2 ? 990 : 550
            for (step = 0; step < 100; step++) {
                printf form, "solve", step * 1000, work
                printf form, outer, step * 1000 + work, 1000 - work
                printf form, "MPI_Allreduce", step * 1000 + work + 1, 998 - work
            }
        }
        print "]" }'
}

test_a_wait_within_a_wait_counts_once() {
    local outer
    for outer in mpi4py.MPI.Comm.Allreduce mpi_allreduce_; do
        nested_trace "$outer" > "$scratch/nested.json"
        report --only none "$scratch/nested.json"
        expect_status 0
        expect_text "$report/data/rank_waits.csv" "^0,100,0.045,0.4[0-9]*,,$outer,1,0,"
        expect_text "$report/data/findings.csv" "Rank 2 is a straggler: the other 3 ranks wait 45 % of the time .median., rank 2 1.0 %. They wait in $outer .100 collectives.. On rank 2 solve takes"
        rm -r "$report"
    done
}

# Steps of 100 ms on each of 4 ranks: the thread waits for input (rank 1 for 50 ms, the others for
# 2 ms), the GPU computes for 40 ms, and another stream reduces until all are there. On rank 1 a thread
# that writes a log sleeps all the time. LOADER is a function, or an annotation.
training_trace() { # RANK CATEGORY [LOADER]
    awk -v rank="$1" -v category="$2" -v loader="${3:-enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__}" 'BEGIN {
        printf "{\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": %d, \"world_size\": 4}, \"traceEvents\": [", rank
        printf "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":0,\"args\":{\"name\":\"python\"}}"
        form = ",{\"cat\":\"%s\",\"name\":\"%s\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":%d,\"tid\":%d}"
        wait = rank == 1 ? 50000 : 2000
        for (step = 0; step < 30; step++) {
            start = step * 100000
            printf form, "user_annotation", "ProfilerStep#" step, start, 99000, 100, 100
            if (loader != "-")
                printf form, category, loader, start, wait, 100, 100
            printf form, "cpu_op", "aten::mm", start + wait, 1000, 100, 100
            if (rank == 1)
                printf form, "cpu_op", "sleep", start, 99500, 100, 200
            printf form, "kernel", "gemm", start + wait, 40000, 0, 7
            printf form, "kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", start + wait + 40000, 58000 - wait, 0, 20
        }
        print "]}" }'
}

test_a_rank_whose_input_comes_late_is_told() {
    local category rank
    for category in user_annotation cpu_op; do
        for rank in 0 1 2 3; do
            training_trace $rank $category > "$scratch/rank$rank.pt.trace.json"
        done
        report --only none "$scratch"/rank?.pt.trace.json
        expect_status 0
        expect_text "$report/data/findings.csv" 'Rank 1 is a straggler: .* in NCCL or RCCL kernels .* .*DataLoader.* takes 50 ms per run, elsewhere 2 ms on average.*its input arrives late'
        rm -r "$report"
    done
}

# What runs on a thread that has no part in the steps is no cause.
test_a_thread_beside_the_steps_is_no_cause() {
    local rank
    for rank in 0 1 2 3; do
        training_trace $rank cpu_op - > "$scratch/rank$rank.pt.trace.json"
    done
    report --only none "$scratch"/rank?.pt.trace.json
    expect_status 0
    expect_text "$report/data/findings.csv" 'Rank 1 is a straggler: .*30 collectives, 30 steps.\.'
    ! grep 'Rank 1 is a straggler' "$report/data/findings.csv" | grep -q 'sleep' || fail "a thread beside the steps is named"
}

run_tests
