/* Runs a command: measure [-o OUTPUT] COMMAND ARGUMENT… and prints on standard
   output "SECONDS KILOBYTES STATUS": elapsed time, peak memory, exit status.  The
   command's own output goes to OUTPUT, /dev/null by default. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(char **command, const char *output)
{
    int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0)
        execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

int main(int argc, char **argv)
{
    const char *output = "/dev/null";
    struct rusage usage;
    int status;
    int first = 1;
    if (argc > 3 && strcmp(argv[1], "-o") == 0) {
        output = argv[2];
        first = 3;
    }
    if (first >= argc) {
        fputs("usage: measure [-o OUTPUT] COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }
    double begin = now();
    pid_t child = fork();
    if (child == 0)
        run(argv + first, output);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 2;
    double seconds = now() - begin;
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("%.4f %ld %d\n", seconds, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
