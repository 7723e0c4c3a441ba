// Controllers that share a database lead it one after another, and each raises its
// epoch when it begins. The stores of a leader are fenced by its epoch: they begin no
// transaction, to read or to write, once a later one has begun (kBusy). So a leader
// that lost its lock without noticing neither writes, nor sends what it would have
// read.

#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "base/time.h"
#include "store/store.h"

namespace curlew::store {

// A store that leads, and the epoch that it has begun.
struct LeadingStore {
  std::unique_ptr<Store> store;
  std::int64_t epoch = 0;
};

// As open_store() with OpenMode::kController.
Result<LeadingStore> open_leading_store(const StorePlace& place, Milliseconds patience);

// Another connection of the leader of `epoch`, to read and write.
Result<std::unique_ptr<Store>> open_fenced_store(const StorePlace& place,
                                                 std::int64_t epoch,
                                                 Milliseconds patience);

// Has a later leader begun? Trying again is of no use then.
Result<bool> is_deposed(Store& store, std::int64_t epoch);

}  // namespace curlew::store
