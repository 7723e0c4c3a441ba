#include "schedule/row_store.h"

#include <sys/mman.h>

#include <new>

namespace curlew::schedule {

RowStore::~RowStore() {
  for (std::byte* chunk : chunks_) munmap(chunk, kRowsOfChunk * row_bytes_);
}

void RowStore::grow_to(std::size_t rows) {
  while (chunks_.size() * kRowsOfChunk < rows) {
    const std::size_t bytes = kRowsOfChunk * row_bytes_;
    void* chunk = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (chunk == MAP_FAILED) throw std::bad_alloc();
    // Sources are met in no order, each on another page: with small pages half of the
    // time goes into finding them. The first chunk is spared, for those who watch a
    // hundred feeds and not a million.
    if (!chunks_.empty()) madvise(chunk, bytes, MADV_HUGEPAGE);
    chunks_.push_back(static_cast<std::byte*>(chunk));
  }
}

}  // namespace curlew::schedule
