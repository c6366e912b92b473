#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the recipes of catasta-cluster(7), and packaging/slurm: cluster.sh CATASTA GENERATE.  20,000 games in eight files
# become a table by each, which has to be that of the whole, as DuckDB compares them.  Slurm is one of one node with eight
# slots, in the foreground, as root: check, score and stats go through it, too; a task of the first is killed in the
# middle, and a task of another fails for good, and output has to be that of runs without Slurm.  What is not there is
# skipped by name.  Prints "N passed, N failed".
set -u
program=$(realpath "$1") generate=$(realpath "$2")
cd "$(dirname "$0")/.." || exit 2
tests=$PWD/tests manual=$PWD/man/catasta-cluster.7 submit=$PWD/packaging/slurm/catasta-slurm
python=python3
$python -c 'import dask' 2>/dev/null || python=/usr/bin/python3
PATH=$PATH:/usr/sbin
work=$(mktemp -d)
chmod 755 "$work"
. tests/tally.sh
daemons=
stop() {
    for daemon in $daemons; do
        kill "$daemon" 2>/dev/null
        wait "$daemon" 2>/dev/null
    done
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 2' INT TERM

expect() {
    what=$1
    shift
    if "$@"; then
        passes
    else
        fails "$what"
    fi
}

# there NAME PROGRAM...: whether what a test needs is there; otherwise it is skipped
there() {
    name=$1
    shift
    for need; do
        case $need in
        *.py) "$python" -c "import ${need%.py}" ;;
        *) command -v "$need" ;;
        esac >/dev/null 2>&1 || { echo "skipped: $name (no ${need%.py})" && return 1; }
    done
}

# recipe NAME: what catasta-cluster(7) has in the section of that name
recipe() {
    awk -v name=".Ss $1" '/^\.S[sh]/ { here = $0 == name } /^\.Ed/ { literal = 0 } here && literal; /^\.Bd/ { literal = 1 }' "$manual" |
        sed "s/\\\\-/-/g; s/\\\\(aq/'/g"
}

# The games: of several rulesets, and in every hundredth a line is missing.
for part in "accasta 6" "staku 3" "stakz 3" "abande 3"; do
    # shellcheck disable=SC2086
    "$generate" $part
    echo
done | awk '/^\[Ruleset/ && ++games > 20000 { exit } /^[0-9]/ && games % 100 == 0 && games != last { last = games; next } 1' \
    >"$work/games.sgn"
cd "$work" || exit 2
mkdir bin && ln -s "$program" bin/catasta && PATH=$work/bin:$PATH
catasta select --split=8 -o parts games.sgn
expect "20,000 games in eight files" [ "$(ls parts | wc -l) $(cat parts/*.sgn | grep -c '^\[Ruleset')" = "8 20000" ]
catasta table --per=game -f jsonl games.sgn >whole.jsonl

# Whether FROM has the rows of the whole, each as often, whatever their places.
rows="select * exclude (file, \"offset\", length, line, number) from"
equals_whole() {
    found=$(sh "$tests/duckdb.sh" "select count(*) from (($rows $1 except all $rows 'whole.jsonl')
        union all ($rows 'whole.jsonl' except all $rows $1)) union all select count(*) from $1") &&
        [ "$(echo "$found" | tr -d '\n')" = '["0"]["20000"]' ]
}

# Holds the parts that a recipe has written, and removes them.
hold_parts() {
    expect "$1: eight parts" [ "$(ls parts/*.jsonl | wc -l)" -eq 8 ]
    [ -n "$no_duckdb" ] || expect "$1: the parts are the table of the whole" equals_whole "'parts/*.jsonl'"
    rm -f parts/*.jsonl
}

no_duckdb=
sh "$tests/duckdb.sh" 'select 1' >/dev/null || { no_duckdb=yes && echo 'skipped: tables compared by DuckDB'; }

score() {
    catasta score --exit-zero -f tsv "$@" 2>errors | cut -f 3-
}
score games.sgn >whole.score
score parts/*.sgn >parts.score
expect 'the parts have the score of the whole' cmp parts.score whole.score
expect '20,000 games have a score' [ "$(wc -l <whole.score)" -eq 20001 ]

if there 'GNU parallel' parallel; then
    recipe 'GNU parallel' >parallel.sh
    expect 'GNU parallel: all jobs end well' sh parallel.sh
    for i in 1 2 3 4 5 6 7 8; do catasta check -f jsonl parts/$i.sgn; done >single
    expect 'GNU parallel: check of the parts' sh -c 'cat parts/*.checked | cmp - single'
    rm parts/*.checked
    hold_parts 'GNU parallel'
fi

recipe Kubernetes | sed '1,/- |/d' >container.sh
for i in 0 1 2 3 4 5 6 7; do
    expect "Kubernetes: container $i" env JOB_COMPLETION_INDEX=$i sh container.sh
done
if [ -z "$no_duckdb" ]; then
    recipe DuckDB >recipe.sql
    expect 'DuckDB: a question' [ "$(sh "$tests/duckdb.sh" "$(sed -n 1p recipe.sql)" | wc -l)" -eq 4 ]
    sh "$tests/duckdb.sh" "$(sed 1d recipe.sql)" >/dev/null
    expect 'DuckDB: Parquet' equals_whole "'games.parquet'"
fi
hold_parts Kubernetes

if there Dask dask.py; then
    recipe Dask | sed 's/^dask/if __name__ == "__main__": &/' >recipe.py
    expect 'Dask: all tasks end well' "$python" recipe.py
    hold_parts Dask
fi
if there Spark pyspark.py; then
    { recipe Dask | sed '/dask/d' && echo 'import pyspark.sql; spark = pyspark.sql.SparkSession.builder.getOrCreate()' && recipe Spark; } >recipe.py
    expect 'Spark: all tasks end well' "$python" recipe.py
    hold_parts Spark
fi

finish() {
    tally
    exit
}
there Slurm slurmctld slurmd sbatch munged || finish
[ "$(id -u)" -eq 0 ] || { echo 'skipped: Slurm (it has to be started as root)' && finish; }

# The cluster.
host=$(hostname -s)
for folder in munge run state spool; do
    mkdir "$work/$folder"
done
head -c 1024 /dev/urandom >"$work/munge/key"
chown -R munge "$work/munge" "$work/run"
chmod 700 "$work/munge"
chmod 400 "$work/munge/key"
cat >"$work/slurm.conf" <<END
ClusterName=catasta
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$work/run/socket,cred_expire=5
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
SlurmctldPort=17001
SlurmdPort=17002
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,sched_min_interval=0
JobRequeue=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$work/slurm.conf"
setpriv --reuid=munge --regid=munge --clear-groups munged --foreground --force --key-file="$work/munge/key" \
    --socket="$work/run/socket" --pid-file="$work/run/pid" --log-file="$work/run/log" --seed-file="$work/run/seed" >"$work/munged.log" 2>&1 &
daemons=$!
for second in 1 2 3 4 5; do
    [ -S "$work/run/socket" ] && break
    sleep 1
done
slurmctld -D >"$work/slurmctld.log" 2>&1 &
daemons="$! $daemons"
slurmd -D >"$work/slurmd.log" 2>&1 &
daemons="$! $daemons"
for second in $(seq 60); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 1
done
if ! sinfo -h -o %T | grep -q idle; then
    echo "cluster.sh: the node does not come up:" >&2
    tail -5 "$work/slurmctld.log" "$work/slurmd.log" >&2
    exit 2
fi

# Waits for the end of the job $1.
wait_for() {
    for second in $(seq 180); do
        squeue -h -j "$1" -t all -o %T 2>/dev/null | grep -qv 'COMPLETED\|FAILED\|CANCELLED' || return 0
        sleep 1
    done
    squeue
    return 1
}

# The recipe, of eight files.
recipe Slurm >job.sh
job=$(sbatch --parsable --array=1-8 job.sh)
expect 'Slurm: the tasks end' wait_for "$job"
hold_parts Slurm

# The task of 3.sgn waits until it is killed, in its first run of check; that of 5.sgn always fails in table.
mkfifo fifo
cat >wrapper <<END
#!/bin/sh
for file do :; done
case "\$1 \$file \${SLURM_RESTART_COUNT:-0}" in
"check parts/3.sgn 0")
    exec 9<>"$work/fifo"
    "$program" check -f jsonl -o parts/3.out - <"$work/fifo" &
    echo \$! >"$work/pid"
    wait \$!
    exit
    ;;
"table parts/5.sgn "*) exit 2 ;;
esac
exec "$program" "\$@"
END
chmod +x wrapper
export CATASTA="$work/wrapper"

# How many tasks of the job ended in state $1.
count_tasks() {
    squeue -h -r -t all -j "$job" -o %T | grep -c "^$1$"
}

is_same() {
    cat parts/*.out | cmp - single
}

hold() {
    expect "$*: the tasks end" wait_for "$job"
    expect "$*: no task fails" [ "$(count_tasks COMPLETED)" -eq 8 ]
    for i in 1 2 3 4 5 6 7 8; do
        "$program" "$@" parts/$i.sgn 2>/dev/null
    done >single
    expect "$*: the bytes of runs without Slurm" is_same
    rm parts/*.out
}

mkdir empty
expect "a folder without games is refused" [ "$("$submit" empty check 2>&1)" = "catasta-slurm: no file in empty ends in .sgn" ]
job=$("$submit" parts check -f jsonl --exit-zero)
for second in $(seq 60); do
    [ -s pid ] && break
    sleep 1
done
sleep 1
expect "a task is killed in the middle" kill -KILL "$(cat pid)"
for second in $(seq 60); do
    scontrol update jobid="${job}_3" starttime=now 2>/dev/null # a task that is requeued waits for two minutes
    [ -e parts/3.out ] && break
    sleep 1
done
hold check -f jsonl --exit-zero
job=$("$submit" parts score --exit-zero)
hold score --exit-zero
job=$("$submit" parts stats -f json)
hold stats -f json
job=$("$submit" parts table)
expect "table: the tasks end" wait_for "$job"
expect "one task fails" [ "$(count_tasks COMPLETED) $(count_tasks FAILED)" = "7 1" ]
expect "its output is missing" [ "$(cd parts && echo *.out)" = "1.out 2.out 3.out 4.out 6.out 7.out 8.out" ]
finish
