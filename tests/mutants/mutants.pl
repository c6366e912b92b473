#!/usr/bin/perl
# Changes src in one place after another, and sees whether a test fails: mutants.pl [COUNT].
# The places follow from SEED (1) alone.  What came of each is a line of build/mutants/log, so a
# run that was interrupted goes on; FILES is a pattern for the files that are changed.
#   killed TEST    that test failed, or took too long
#   same           the compiler made the same code of it
#   equivalent     judged to be so, in equivalent.txt
#   survived       no test failed
# A mutant meets the tests of its own file first, then the others, up to the first that fails.
use strict;
use warnings;
use POSIX ();
use Time::HiRes 'time';

my $count = $ARGV[0] // $ENV{COUNT} // 300;
my $seed  = $ENV{SEED}  // 1;
my $only  = $ENV{FILES} // '^src/(games|referee|tournament|record)/';
my $out   = 'build/mutants';
$ENV{CATASTA_SHARE} //= 20;
$ENV{TRANSCRIPT_SECONDS} = 8;

# The tests of a file: names of programs in tests/unit and tests/property, and of files in tests/cases.  All rows that
# fit count, one after another; all cases and unit tests follow, and with ALL=1 all else.
my @own = (
    [qr{^src/games/stakd},   qw(rules-stakd order-stakd stakd-ends stakd-positions stakd)],
    [qr{^src/games/stakz},   qw(rules-stakz order-stakz stakz-ends stakz-deals stakz-matches stakz)],
    [qr{^src/games/staka},   qw(rules-staka order-staka staka-ends staka-pawns staka-positions)],
    [qr{^src/games/staku},   qw(rules-staku order-staku)],
    [qr{^src/games/accasta}, qw(rules-accasta order-accasta accasta-ends)],
    [qr{^src/games/abande},  qw(rules-abande order-abande)],
    [qr{^src/games/attangle}, qw(rules-attangle order-attangle)],
    [qr{^src/games/},        qw(registry position_test limits vectors rules-abande rules-accasta rules-staku rules-stakz rules-staka)],
    [qr{^src/referee/repair/}, qw(repairs_test repairs fix twenty)],
    [qr{^src/referee/},      qw(tree_test declared_result_test rules-record rules-tags results variations expect stood unplayed)],
    [qr{^src/tournament/},   qw(scores_test matches_test standings matches score tournament standings-page match-pages)],
    [qr{^src/record/},       qw(record_test reader_test near_test rules-syntax recovery shapes shapes-fields)],
);
my @wider = (
    [qr{^src/games/},      qw(sums forced told generated perft extended)],
    [qr{^src/referee/},    qw(vectors forced slips tree)],
    [qr{^src/record/},     qw(vectors format plain)],
);

sub find_tests {
    my ($file, @table) = @_;
    my @names = map { my ($pattern, @rest) = @$_; $file =~ $pattern ? @rest : () } @table;
    return map { my $name = $_; grep { -e } map { "tests/$_" } "unit/$name.c", "cases/$name.txt", "property/$name.c" } @names;
}

# Tests in the order in which a file's mutants meet them.
sub tests_of {
    my ($file) = @_;
    my %seen;
    return grep { !$seen{$_}++ } find_tests($file, @own), sort(glob 'tests/unit/*_test.c'), 'tests/cases', find_tests($file, @wider),
        $ENV{ALL} ? sort(glob 'tests/property/*.c') : ();
}

sub run_quietly {
    my ($seconds, @command) = @_;
    my $pid = fork // die;
    if ($pid == 0) {
        open STDIN,  '<', '/dev/null';
        open STDOUT, '>', "$out/output";
        open STDERR, '>&', \*STDOUT;
        exec 'sh', '-c', 'ulimit -t 300; ulimit -v 4000000; exec timeout -k 1 "$@"', 'sh', $seconds, @command or POSIX::_exit(127);
    }
    waitpid $pid, 0;
    return $? == 0;
}

sub must { run_quietly(900, @_) or die "@_: " . `tail -n 20 $out/output` }

sub slurp { open my $in, '<', $_[0] or die "$_[0]: $!"; local $/; return scalar <$in> }
sub spill { open my $to, '>', $_[0] or die "$_[0]: $!"; print $to $_[1]; close $to or die }

# Everything once: the objects as the Makefile compiles them, a library of them, and programs that use it.
my ($compile, @objects, %took);

sub program { my ($test) = @_; $test =~ m{^tests/(\w+)/(\w+)\.c} ? "$out/bin/$2" : undef }

sub link_library { run_quietly(60, 'gcc', '-shared', '-o', "$out/libmutant.so", @objects, qw(-lyaml -lutf8proc -lpthread -ldl)) }

sub prepare {
    mkdir 'build'; mkdir $out; mkdir "$out/bin";
    must(qw(make -s VARIANT=mutants objects build/mutants/tests/transcript),
        map { s/\.c$/.o/r } map { "$out/obj/$_" } glob 'tests/unit/*_test.c tests/property/*.c tests/support/*.c');
    @objects = sort split /\n/, `find $out/obj/src $out/obj/generated -name '*.o' ! -path '*/cli/*' ! -path '*/viewer/*'`;
    $compile = slurp("$out/obj/flags");
    chomp $compile;
    link_library() or die;
    my @link = ('-L' . $out, '-lmutant', "-Wl,-rpath,$ENV{PWD}/$out", '-lpthread');
    for my $test (glob 'tests/unit/*_test.c tests/property/*.c') {
        must('gcc', '-o', program($test), "$out/obj/" . $test =~ s/\.c$/.o/r, glob("$out/obj/tests/support/*.o"), @link);
    }
    must('gcc', '-o', "$out/catasta", split(/\n/, `find $out/obj/src/cli $out/obj/src/viewer -name '*.o'`), @link, '-lncursesw');
}

sub command_of {
    my ($test) = @_;
    return (program($test)) if $test =~ /\.c$/;
    return ("$out/tests/transcript", '--catasta', "$out/catasta", $test eq 'tests/cases' ? glob 'tests/cases/*.txt' : $test);
}

# Seconds that a test takes without a mutant, when it may not fail.
sub time_of {
    my ($test) = @_;
    my $began = time;
    run_quietly(600, command_of($test)) or die "$test fails: " . `tail -n 30 $out/output`;
    return time - $began;
}

# The first of TESTS that fails, or undef.
sub killer {
    for my $test (@_) { run_quietly(20 + 10 * $took{$test}, command_of($test)) or return $test }
    return undef;
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
    for my $file (sort grep { $_ =~ $only } split /\n/, `find src -name '*.c'`) {
        my @lines = split /\n/, slurp($file);
        my @code  = split /\n/, code_of(join "\n", @lines);
        my ($in_function, %seen) = (0);
        for my $i (0 .. $#code) {
            $in_function = 1 if $code[$i] =~ /^\{/;
            $in_function = 0 if $code[$i] =~ /^\}/;
            next unless $in_function;
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
    my ($place) = @_;
    my $file   = $place->{file};
    my $object = "$out/obj/" . $file =~ s/\.c$/.o/r;
    my @lines  = split /\n/, slurp($file);
    $lines[$place->{line}] = $place->{new};
    (my $folder = $file) =~ s{/[^/]*$}{};
    my $source = "$out/mutant/$file";
    system 'mkdir', '-p', "$out/mutant/$folder";
    spill($source, join("\n", @lines) . "\n");
    my $compiled = run_quietly(120, 'sh', '-c', "$compile -w -c -o $out/mutant.o $source");
    unlink $source;
    return 'invalid' unless $compiled;
    return 'same' if system("objcopy -R .comment $object $out/a.o && objcopy -R .comment $out/mutant.o $out/b.o && cmp -s $out/a.o $out/b.o") == 0;
    my @tests = tests_of($file);
    my @untimed = grep { !defined $took{$_} } @tests;
    link_library() or die if @untimed;
    $took{$_} = time_of($_) for @untimed;
    rename $object, "$object.kept" or die;
    rename "$out/mutant.o", $object or die;
    my $linked = link_library();
    my $killer = $linked ? killer(@tests) : undef;
    rename "$object.kept", $object or die;
    return !$linked ? 'invalid' : defined $killer ? "killed $killer" : 'survived';
}

sub read_log {
    my ($name) = @_;
    my %log;
    for (-e $name ? split /\n/, slurp($name) : ()) { $log{$2} = $1 if /^([^\t#]+)\t(.*)/ }
    return %log;
}

for my $kept (split /\n/, `find $out/obj -name '*.kept' 2>/dev/null`) { rename $kept, $kept =~ s/\.kept$//r }
$ENV{PWD} = POSIX::getcwd();
prepare();
my %log = read_log("$out/log");
my %judged = map { s/^\s+|\s+$//gr => 1 } grep { !/^#|^\s/ && length } split /\n/, slurp('tests/mutants/equivalent.txt');
my (%sum, @left);
open my $to, '>>', "$out/log" or die;
$to->autoflush(1);
for my $place (shuffle(places())) {
    last if ($sum{killed} // 0) + ($sum{survived} // 0) + ($sum{equivalent} // 0) >= $count;
    my $came = $log{$place->{key}};
    if (!defined $came) {
        $came = try_mutant($place);
        print $to "$came\t$place->{key}\n";
        print "$came\t$place->{key}\n";
    }
    $came = 'equivalent' if $came eq 'survived' && $judged{$place->{key}};
    $sum{$came =~ s/ .*//r}++;
    push @left, $place->{key} if $came eq 'survived';
}
link_library();
print "\nsurvived: $_" for @left;
my $counted = ($sum{killed} // 0) + ($sum{survived} // 0);
printf "\n%d mutants: %d killed, %d survived (%.1f %% killed); besides, %d equivalent, %d of the same code\n",
    $counted, $sum{killed} // 0, $sum{survived} // 0, $counted ? 100 * ($sum{killed} // 0) / $counted : 0, $sum{equivalent} // 0, $sum{same} // 0;
