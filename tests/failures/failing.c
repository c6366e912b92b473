/* SPDX-License-Identifier: MIT */
/* The library that lets allocations and system calls fail, see failures.h.  Allocations are
   counted where the program or the C library asks for them; system calls by a filter that
   sends a signal for each, since the C library makes most of them without a function that
   could be replaced. */
#define _GNU_SOURCE
#include "failures.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef FAILING_CALLS
/* The arguments and the result of a call that was stopped. */
#if defined __x86_64__
#define REGISTER(context, n)                                                                                           \
    ((context)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8}[n]])
#define RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#else
#define REGISTER(context, n) ((context)->uc_mcontext.regs[n])
#define RESULT(context) ((context)->uc_mcontext.regs[0])
#endif
#endif

/* The sixth argument of calls that the filter lets pass; none of those counted has one. */
enum { PASS = 0x7a11ab1e };

enum { SHORT = -1 };

static struct {
    bool active;
    bool calls; /* or allocations */
    unsigned nth;
    bool onward;
    int error;
} plan;
static uintptr_t program[2]; /* from, to */
static struct failing_log nowhere;
static struct failing_log *list = &nowhere;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* A place for a debugger to stop at. */
__attribute__((noinline)) void failing_now(void)
{
    __asm__ volatile("");
}

static bool is_failing(bool call, unsigned n)
{
    if (plan.calls != call || plan.nth == 0 || (plan.onward ? n < plan.nth : n != plan.nth))
        return false;
    failing_now();
    return true;
}

/* Whether the allocation that CALLER asks for fails. */
static bool fails(const void *caller)
{
    if (!plan.active)
        return false;
    unsigned n = __atomic_add_fetch(&list->allocations, 1, __ATOMIC_RELAXED);
    if (n <= ALLOCATIONS_MOST)
        list->own[n - 1] = (uintptr_t)caller >= program[0] && (uintptr_t)caller < program[1];
    if (!is_failing(false, n))
        return false;
    errno = ENOMEM;
    return true;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t size)
{
    return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return FAILS ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return FAILS ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return FAILS ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (FAILS)
        return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

static bool call_fails(int number, long fd)
{
    unsigned n = __atomic_add_fetch(&list->calls, 1, __ATOMIC_RELAXED);
    if (n <= LOGGED_MOST)
        list->list[n - 1] = (struct failing_call){number, (int)fd};
    return is_failing(true, n);
}

typedef int creator(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    static creator *real;
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    if (plan.active && call_fails(CREATE_THREAD, -1) && plan.error != SHORT)
        return plan.error;
    return real(thread, attributes, run, argument);
}

#ifdef FAILING_CALLS
static bool moves_bytes(int number)
{
    return number == SYS_read || number == SYS_pread64 || number == SYS_write;
}

/* Carries a call out, or not. */
static void stopped(int signal, siginfo_t *info, void *at)
{
    ucontext_t *context = at;
    long arguments[5];
    int kept = errno;
    int number = info->si_syscall;
    (void)signal;
    for (int i = 0; i < 5; i++)
        arguments[i] = (long)REGISTER(context, i);
    bool failing = call_fails(number, arguments[0]);
    long most = plan.onward ? 61 : 1;
    if (failing && plan.error == SHORT && moves_bytes(number) && arguments[2] > most)
        arguments[2] = most;
    long result = -1;
    /* What cannot be closed is closed all the same. */
    if (!failing || plan.error == SHORT || number == SYS_close)
        result = syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], (long)PASS);
    int error = failing && plan.error != SHORT ? plan.error : errno;
    RESULT(context) = result == -1 || (failing && plan.error != SHORT) ? -error : result;
    errno = kept;
}

/* Sends SIGSYS for each of the counted calls, but not for those that stopped makes. */
static void filter_calls(void)
{
    enum { LENGTH = FAILING_KINDS + 5 };
    struct sock_filter code[LENGTH];
    unsigned short n = 0;
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5]));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PASS, FAILING_KINDS + 1, 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (unsigned i = 0; i < FAILING_KINDS; i++)
        code[n++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)failing_kinds[i].number, (uint8_t)(FAILING_KINDS - i), 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    const struct sock_fprog filter = {n, code};
    struct sigaction action = {.sa_sigaction = stopped, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
    sigaction(SIGSYS, &action, NULL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        _exit(77);
}

#else
static void filter_calls(void)
{
}
#endif

/* The program is the first object there is. */
static int find_program(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    program[0] = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        program[0] = begin < program[0] ? begin : program[0];
        program[1] = begin + part->p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAILING");
    const char *path = getenv("FAILING_LOG");
    int fd = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *list, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (map != MAP_FAILED)
        list = map;
    if (fd >= 0)
        close(fd);
    const char *number = text == NULL ? NULL : strchr(text, ' ');
    char *end = NULL;
    if (number != NULL) {
        plan.calls = text[0] == 'c';
        plan.nth = (unsigned)strtoul(number, &end, 10);
        plan.onward = *end == '+';
        end += plan.onward;
        plan.error = strcmp(end, " short") == 0 ? SHORT : (int)strtol(end, NULL, 10);
    }
    dl_iterate_phdr(find_program, NULL);
    if (plan.calls || number == NULL)
        filter_calls();
    plan.active = true;
}
