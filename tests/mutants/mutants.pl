#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Changes src in one place after another, and sees whether a test fails: mutants.pl [COUNT].
# The places follow from SEED (1) alone.  What came of each is a line of build/mutants/log, so a
# run that was interrupted goes on; ONLY is a pattern for them as they are named there.
#   killed TEST    that test failed, or took too long
#   same           the compiler made the same code of it
#   equivalent     judged to be so, in equivalent.txt
#   survived       no test failed
# A mutant meets the tests of its own file first, then the others, up to the first that fails; scripts and tests that take
# long only where they are its own, or with ALL=1, which also lets allocations fail.  OWN=1 leaves out the others, for a
# quick look; AGAIN=1 tries those again that survived, SANITIZE=1 with sanitizers; JOBS mutants run at a time.
use strict;
use warnings;
use POSIX ();
use Time::HiRes 'time';

my $count = $ARGV[0] || $ENV{COUNT} || 300;
my $seed  = $ENV{SEED}  // 1;
my $only  = $ENV{ONLY}  // '^src/(games|referee|tournament|record)/';
my $jobs  = $ENV{JOBS}  // `nproc` + 0;
my $sane  = $ENV{SANITIZE};
my $kind  = $sane ? 'mutants-asan' : 'mutants';
my $out   = "build/$kind";
my $log   = 'build/mutants/log';
my $long  = $sane ? 6 : 2;        # seconds
$ENV{CATASTA_SHARE} //= $ENV{ALL} ? 20 : 2;
$ENV{TRANSCRIPT_SECONDS} = $sane ? 60 : 10;

# Tests in Python take long, and run only for mutants of the files whose tests they are, with these arguments.
my %scripts = (
    'tests/conformance/conformance.py' => [],
    'tests/engines/arena.py'           => [2, 60, 2],
    'tests/engines/engines.py'         => [],
    'tests/index/index.py'             => [],
    'tests/index/playtak.py'           => [],
    'tests/lsp/server.py'              => [10, 12],
);

# The tests of a file: names of programs in tests/unit and tests/property, of files in tests/cases, and of scripts.  All
# rows that fit count.
my @own = (
    [qr{^src/games/stakd},   qw(rules-stakd order-stakd stakd-ends stakd-positions stakd)],
    [qr{^src/games/stakz},   qw(rules-stakz order-stakz stakz-ends stakz-deals stakz-matches stakz)],
    [qr{^src/games/staka},   qw(rules-staka order-staka staka-ends staka-pawns staka-positions)],
    [qr{^src/games/staku},   qw(rules-staku order-staku)],
    [qr{^src/games/accasta}, qw(rules-accasta order-accasta accasta-ends)],
    [qr{^src/games/abande},  qw(rules-abande order-abande)],
    [qr{^src/games/dvonn},   qw(rules-dvonn order-dvonn)],
    [qr{^src/games/lasca},   qw(rules-lasca order-lasca)],
    [qr{^src/games/mixtour}, qw(rules-mixtour order-mixtour)],
    [qr{^src/games/focus},   qw(rules-focus order-focus)],
    [qr{^src/games/tzaar},   qw(rules-tzaar order-tzaar)],
    [qr{^src/games/attangle}, qw(rules-attangle order-attangle)],
    [qr{^src/games/hive},    qw(rules-hive order-hive hive-throws uhp boardspace)],
    [qr{^src/games/tak},     qw(rules-tak order-tak ptn playtak)],
    [qr{^src/games/},        qw(registry position_test limits vectors sums forced told generated perft extended)],
    [qr{^src/referee/repair/}, qw(repairs_test repairs fix twenty slips)],
    [qr{^src/referee/},      qw(tree_test declared_result_test rules-record rules-tags results variations expect stood unplayed tree)],
    [qr{^src/tournament/},   qw(scores_test matches_test standings matches score tournament standings-page match-pages)],
    [qr{^src/convert/typed}, qw(typed typed-edges typed-results talk around page tables positions)],
    [qr{^src/convert/},      qw(convert abstractplay abstractplay-edges sgf-edges ptn-edges uhp-edges boardspace littlegolem playtak ptn uhp foreign)],
    [qr{^src/(archive/|library/archive)}, qw(condition_test select conditions stats stats-more score-sums table)],
    [qr{^src/index/},        qw(index hashes)],
    [qr{^src/lsp/},          qw(server lsp)],
    [qr{^src/play/},         qw(recording_test play play-edits drafts)],
    [qr{^src/engine/},       qw(engine engines arena arena-log pair conformance)],
    [qr{^src/record/},       qw(record_test reader_test near_test rules-syntax recovery shapes shapes-fields plain)],
);

my ($documents, $failures) = ('documents', 'failures');
my @tests = glob 'tests/unit/*_test.c tests/cases/*.txt';
push @tests, glob('tests/property/*.c'), sort(keys %scripts), $documents, $ENV{ALL} ? $failures : () unless $sane;
my %took;    # seconds, without a mutant

sub is_own {
    my ($test, $file) = @_;
    my ($name) = $test =~ m{(\w[\w-]*)\.\w+$} or return 0;
    return scalar grep { my ($pattern, @names) = @$_; $file =~ $pattern && grep { $_ eq $name } @names } @own;
}

# Tests in the order in which a file's mutants meet them.
sub tests_of {
    my ($file) = @_;
    my %rank = map {
        my $own = is_own($_, $file);
        ($_ => $scripts{$_} ? ($own ? 1 : 4) : $took{$_} > $long ? ($own ? 3 : 4) : ($own ? 0 : 2))
    } @tests;
    return sort { $rank{$a} <=> $rank{$b} || $took{$a} <=> $took{$b} }
        grep { $ENV{ALL} || $rank{$_} < 4 && (!$ENV{OWN} || $rank{$_} != 2) } @tests;
}

sub slurp { open my $in, '<', $_[0] or die "$_[0]: $!"; local $/; return scalar <$in> }
sub spill { open my $to, '>', $_[0] or die "$_[0]: $!"; print $to $_[1]; close $to or die }

# Runs a command in so many seconds; what it prints is in FOLDER.
sub run_quietly {
    my ($folder, $seconds, @command) = @_;
    my $pid = fork // die;
    if ($pid == 0) {
        open STDIN,  '<', '/dev/null';
        open STDOUT, '>', "$folder/output";
        open STDERR, '>&', \*STDOUT;
        exec 'sh', '-c', ($sane ? '' : 'ulimit -v 4000000; ') . 'exec timeout -k 1 "$@"', 'sh', $seconds, @command or POSIX::_exit(127);
    }
    waitpid $pid, 0;
    my $fine = $? == 0;
    kill 'KILL', -$pid;    # what it has left behind
    return $fine;
}

sub must { my ($folder, @command) = @_; run_quietly($folder, 900, @command) or die "@command: " . `tail -n 20 $folder/output` }

# All objects as the Makefile compiles them.  Each job has a folder, with a library of them and all programs.
my ($compile, @objects);
my @link = ('cc', $sane ? '-fsanitize=address,undefined' : ());
my @libraries = qw(-lyaml -lutf8proc -lz -lzstd -ljansson -lsqlite3 -lncursesw -lm -lpthread);

sub link_library {
    my ($folder, @from) = @_;
    return run_quietly($folder, 60, @link, '-shared', '-o', "$folder/libmutant.so", @from, @libraries);
}

sub prepare {
    mkdir for 'build', 'build/mutants', $out;
    my @programs = grep { /\.c$/ } @tests;
    must($out, qw(make -s build/tests/transcript));
    must($out, 'make', '-s', "VARIANT=$kind", 'objects', $ENV{ALL} && !$sane ? 'failures' : (),
        map { "$out/obj/" . s/\.c$/.o/r } @programs, glob 'tests/support/*.c');
    $compile = slurp("$out/obj/flags");
    chomp $compile;
    my %linked = map { ($_ => [$_]) } split /\n/, `find $out/obj/src $out/obj/generated -name '*.o'`;
    my @program = grep { m{/src/(cli|viewer)/} } keys %linked;
    @objects = grep { !m{/src/(cli|viewer)/} } sort keys %linked;
    for my $folder (map { "$out/$_" } 1 .. $jobs) {
        mkdir $folder;
        link_library($folder, @objects) or die;
        my @with = ("-L$folder", '-lmutant', '-Wl,-rpath,$ORIGIN', @libraries);
        must($folder, @link, '-o', "$folder/catasta", @program, @with);
        for my $test (@programs) {
            my @also = slurp($test) =~ m{"cli/} ? grep { !m{/main\.o$} } @program : ();
            must($folder, @link, '-o', program($folder, $test), "$out/obj/" . $test =~ s/\.c$/.o/r, glob("$out/obj/tests/support/*.o"), @also, @with);
        }
    }
}

sub program { my ($folder, $test) = @_; return "$folder/" . $test =~ s{.*/(\w+)\.c$}{$1}r }

sub command_of {
    my ($folder, $test) = @_;
    return (program($folder, $test)) if $test =~ /\.c$/;
    return ('python3', $test, "$folder/catasta", @{$scripts{$test}}) if $scripts{$test};
    return ("$out/tests/failures", "$folder/catasta", "$out/tests/failing.so", 'tests/failures') if $test eq $failures;
    return ("build/tests/transcript", '--catasta', "$folder/catasta",
        $test eq $documents ? ('--readme', 'README.md', map { ('--man', $_) } glob 'man/*.[1-7]') : $test);
}

# Calls RUN with each of a list and the folder of a job, several at a time, and GOT with what it returned, a line,
# until MORE says no.
sub share_out {
    my ($run, $got, $more, @list) = @_;
    my (@free, %runs) = map { "$out/$_" } 1 .. $jobs;
    while (%runs || @list && $more->(0)) {
        while (@free && @list && $more->(scalar keys %runs)) {
            my ($item, $folder) = (shift @list, shift @free);
            my $pid = fork // die;
            if ($pid == 0) {
                spill("$folder/result", $run->($item, $folder));
                POSIX::_exit(0);
            }
            $runs{$pid} = [$item, $folder];
        }
        my $pid = waitpid -1, 0;
        my ($item, $folder) = @{delete $runs{$pid} or next};
        $? == 0 or die "a job failed";
        $got->($item, slurp("$folder/result"));
        push @free, $folder;
    }
}

# Every test once without a mutant, when none may fail.
sub time_tests {
    share_out(sub {
        my ($test, $folder) = @_;
        my $began = time;
        must($folder, command_of($folder, $test));
        return time - $began;
    }, sub { my ($test, $seconds) = @_; $took{$test} = $seconds }, sub { 1 }, @tests);
}

# Ways to change a line: a pattern whose match is replaced, by a text or a function of it.
my %swap = ('<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>', '==' => '!=', '!=' => '==', '&&' => '||', '||' => '&&',
    '+' => '-', '-' => '+', '+=' => '-=', '-=' => '+=', 'true' => 'false', 'false' => 'true', '++' => '--', '--' => '++');
my @ways = (
    [operator => qr/(?<= )(?:<=?|>=?|==|!=|&&|\|\||\+=?|-=?)(?= )/, sub { $swap{$_[0]} }],
    [value    => qr/\b(?:true|false)\b/,                            sub { $swap{$_[0]} }],
    [constant => qr/(?<![\w.])\d+(?![\w.])/,                        sub { $_[0] + 1 }],
    [negated  => qr/(?<=\bif \()[^;{}]*(?=\)(?: \{)?$)/,            sub { "!($_[0])" }],
    [left_out => qr/^\s+(?!return\b|else\b|case\b|default\b|struct\b|const\b|static\b|unsigned\b|bool\b|int\b|enum\b|uint|size_t\b|char\b|goto\b|stack_t\b)[\w*(][^{}]*;$/, sub { ';' }],
);

# The code of a file, with comments, strings and the lines of the preprocessor blank.
sub code_of {
    my ($text) = @_;
    my $blank = sub { $_[0] =~ s/[^\n]/ /gr };
    $text =~ s{(/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|^\#(?:[^\n]*\\\n)*[^\n]*)}{$blank->($1)}gmse;
    return $text;
}

sub places {
    my @places;
    for my $file (sort split /\n/, `find src -name '*.c'`) {
        my @lines = split /\n/, slurp($file);
        my @code  = split /\n/, code_of(join "\n", @lines);
        my ($in_function, %seen) = (0);
        for my $i (0 .. $#code) {
            $in_function = 1 if $code[$i] =~ /^\{/;
            $in_function = 0 if $code[$i] =~ /^\}/;
            next unless $in_function;
            next if $code[$i] =~ /->pid = /;    # the signal for process 1 would end everything
            # A statement over several lines would be cut in two.
            my $whole = $code[$i - 1] =~ /[;{}:)]\s*$|^\s*$|\belse$/ && $code[$i - 1] !~ /[,(&|?+-]\s*$/;
            for my $way (@ways) {
                my ($name, $pattern, $change) = @$way;
                next if $name eq 'left_out' && !$whole;
                while ($code[$i] =~ /$pattern/g) {
                    my ($begin, $length) = ($-[0], $+[0] - $-[0]);
                    my $old = substr $lines[$i], $begin, $length;
                    my $tally = () = $old =~ /\(/g;
                    next if $name eq 'negated' && $tally != (() = $old =~ /\)/g);
                    my $new = $lines[$i];
                    substr($new, $begin, $length) = $change->($old);
                    # Lines go by what they say, so that the log outlives a line that moves.
                    my $trimmed = $new =~ s/^\s+//r;
                    my $was = $lines[$i] =~ s/^\s+//r;
                    my $nth = ++$seen{"$was>$trimmed"};
                    push @places, { file => $file, line => $i, new => $new,
                        key => "$file" . ($nth > 1 ? "#$nth" : '') . ": $was -> " . ($name eq 'left_out' ? 'left out' : $trimmed) };
                }
            }
        }
    }
    return @places;
}

# The same order for the same places, whatever perl this is.
sub shuffle {
    my $state = $seed;
    my %rank;
    for my $place (@_) {
        my $sum = $seed;
        $sum = ($sum * 31 + ord) & 0xFFFFFFFF for split //, $place->{key};
        $sum = ($sum ^ ($sum >> 15)) * 0x2C1B3C6D & 0xFFFFFFFF;
        $rank{$place->{key}} = $sum ^ ($sum >> 12);
    }
    return sort { $rank{$a->{key}} <=> $rank{$b->{key}} || $a->{key} cmp $b->{key} } @_;
}

sub try_mutant {
    my ($place, $folder) = @_;
    my $file   = $place->{file};
    my $object = "$out/obj/" . $file =~ s/\.c$/.o/r;
    my $mutant = "$folder/mutant.o";
    my $source = "$folder/" . $file =~ s{.*/}{}r;
    my @lines  = split /\n/, slurp($file);
    $lines[$place->{line}] = $place->{new};
    spill($source, join("\n", @lines) . "\n");
    my $compiled = run_quietly($folder, 120, 'sh', '-c', "$compile -w -c -o $mutant $source");
    unlink $source;
    return 'invalid' unless $compiled;
    return 'same' if system("objcopy -R .comment $object $folder/a.o && objcopy -R .comment $mutant $folder/b.o && cmp -s $folder/a.o $folder/b.o") == 0;
    link_library($folder, map { $_ eq $object ? $mutant : $_ } @objects) or return 'invalid';
    for my $test (tests_of($file)) {
        return "killed $test" if !run_quietly($folder, 5 + 10 * $took{$test}, command_of($folder, $test));
    }
    return 'survived';
}

my %judged = map { s/^\s+|\s+$//gr => 1 } grep { !/^#|^\s/ && length } split /\n/, slurp('tests/mutants/equivalent.txt');
my (%log, %sum, @left);
for (-e $log ? split /\n/, slurp($log) : ()) { $log{$2} = $1 if /^([^\t]+)\t(.*)/ }

sub take {
    my ($key, $came) = @_;
    $came = 'equivalent' if $came eq 'survived' && $judged{$key};
    $sum{$came =~ s/ .*//r}++;
    push @left, $key if $came eq 'survived';
}

sub judged_so_far { return ($sum{killed} // 0) + ($sum{survived} // 0) + ($sum{equivalent} // 0) }

# What is judged and no longer written so says nothing.
my @places = places();
my %written = map { ($_->{key} => 1) } @places;
my @stale = grep { !$written{$_} } sort keys %judged;
print "equivalent.txt: the source has no longer: $_\n" for @stale;
exit 1 if @stale;

my @new;
for my $place (shuffle(grep { $_->{key} =~ $only } @places)) {
    my ($key, $came) = ($place->{key}, $log{$place->{key}});
    $came = undef if $came && $came eq 'survived' && $ENV{AGAIN} && !$judged{$key};
    defined $came ? take($key, $came) : push @new, $place;
}
if (judged_so_far() < $count) {
    my %files = map { ($_->{file} => 1) } grep { $_->{key} =~ $only } @places;
    @tests = grep { my $test = $_; grep { is_own($test, $_) } keys %files } @tests if $ENV{OWN};
    prepare();
    time_tests();
    open my $to, '>>', $log or die;
    $to->autoflush(1);
    share_out(\&try_mutant, sub {
        my ($place, $came) = @_;
        print $to "$came\t$place->{key}\n";
        print "$came\t$place->{key}\n";
        take($place->{key}, $came);
    }, sub { judged_so_far() + $_[0] < $count }, @new);
}
print "\nsurvived: $_" for sort @left;
my $counted = ($sum{killed} // 0) + ($sum{survived} // 0);
printf "\n%d mutants: %d killed, %d survived (%.1f %% killed); besides, %d equivalent, %d of the same code\n",
    $counted, $sum{killed} // 0, $sum{survived} // 0, $counted ? 100 * ($sum{killed} // 0) / $counted : 0, $sum{equivalent} // 0, $sum{same} // 0;
