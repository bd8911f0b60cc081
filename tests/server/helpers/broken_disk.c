/* A disk that breaks on command, for tests: preloaded before the C library (LD_PRELOAD).

   break_at_sync(n)         kills the process when it begins its n-th sync
   BROKEN_DISK_FULL_WHILE   writes to files fail with ENOSPC as long as the file of this name exists
   BROKEN_DISK_READ_ONLY    files cannot be opened for writing, as on a read-only disk */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long counted = 0, kill_at = -1;

void break_at_sync(long n) {
    counted = 0;
    kill_at = n;
}

static void count_sync(void) {
    if (++counted == kill_at) kill(getpid(), SIGKILL);
}

int fsync(int fd) {
    count_sync();
    return NEXT(fsync)(fd);
}

int fdatasync(int fd) {
    count_sync();
    return NEXT(fdatasync)(fd);
}

static int is_full(int fd) {
    const char *flag = getenv("BROKEN_DISK_FULL_WHILE");
    struct stat about;
    if (!flag || access(flag, F_OK) != 0) return 0;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t write(int fd, const void *data, size_t size) {
    return is_full(fd) ? -1 : NEXT(write)(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return is_full(fd) ? -1 : NEXT(pwrite)(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    return is_full(fd) ? -1 : NEXT(pwrite64)(fd, data, size, at);
}

static int is_refused(int flags) {
    if ((flags & O_ACCMODE) == O_RDONLY || !getenv("BROKEN_DISK_READ_ONLY")) return 0;
    errno = EROFS;
    return 1;
}

#define OPEN(name)                                                         \
    int name(const char *path, int flags, ...) {                           \
        va_list more;                                                      \
        va_start(more, flags);                                             \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;  \
        va_end(more);                                                      \
        return is_refused(flags) ? -1 : NEXT(name)(path, flags, mode);     \
    }

OPEN(open)
OPEN(open64)
