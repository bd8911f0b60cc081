cdef extern from *:
    """
    typedef unsigned long long alhambra_u64;
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int alhambra_low(alhambra_u64 x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int alhambra_high(alhambra_u64 x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    static __inline int alhambra_count(alhambra_u64 x) { return (int)__popcnt64(x); }
    #else
    static inline int alhambra_low(alhambra_u64 x) { return __builtin_ctzll(x); }
    static inline int alhambra_high(alhambra_u64 x) { return 63 - __builtin_clzll(x); }
    #if defined(__POPCNT__) || defined(__aarch64__)
    static inline int alhambra_count(alhambra_u64 x) { return __builtin_popcountll(x); }
    #else  /* where the builtin would be a call */
    static inline int alhambra_count(alhambra_u64 x) {
        x -= x >> 1 & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    }
    #endif
    #endif
    static inline alhambra_u64 alhambra_random(alhambra_u64 *seed) {
        alhambra_u64 z = (*seed += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    static inline alhambra_u64 alhambra_key(alhambra_u64 tile, alhambra_u64 cell) {
        alhambra_u64 z = (tile << 14 | cell) * 0x9E3779B97F4A7C15ULL + 0x632BE59BD9B4E019ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        return z ^ (z >> 29);
    }
    """
    int lowest_bit "alhambra_low"(unsigned long long) noexcept nogil
    int highest_bit "alhambra_high"(unsigned long long) noexcept nogil
    int bit_count "alhambra_count"(unsigned long long) noexcept nogil
    unsigned long long next_random "alhambra_random"(unsigned long long*) noexcept nogil
    unsigned long long layout_key "alhambra_key"(unsigned long long, unsigned long long) noexcept nogil


cdef inline unsigned long long bit(int n) noexcept nogil:
    return <unsigned long long>1 << n


cdef inline unsigned long long bit_if(unsigned long long condition, int n) noexcept nogil:
    return condition << n


cdef inline unsigned long long without(unsigned long long bits, unsigned long long removed) noexcept nogil:
    return bits & ~removed


cdef inline int random_below(unsigned long long* seed, unsigned long long n) noexcept nogil:
    return <int>(((next_random(seed) >> 32) * n) >> 32)


cdef inline void shuffle(unsigned long long* seed, unsigned char* items, int n) noexcept nogil:
    cdef int i, j
    cdef unsigned char kept
    for i in range(n - 1, 0, -1):
        j = random_below(seed, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
