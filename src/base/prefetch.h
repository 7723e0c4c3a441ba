// Tells the processor that memory will be read soon, so that it need not wait then.

#pragma once

namespace curlew {

inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  // GCC takes functions that do nothing but prefetch for functions without any effect,
  // and drops the calls. It keeps those with an asm statement, even an empty one.
  asm volatile("");
}

}  // namespace curlew
