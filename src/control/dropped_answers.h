// Tells terminals of other processes what was dropped from the database and is to leave
// their archives, and notes what has left them. The controller's side of
// AskedRecords::dropped().

#pragma once

#include <memory>

#include "base/result.h"
#include "broker/broker.h"
#include "store/store.h"

namespace curlew::control {

// As long as what it returns lives, on a thread of the broker's. `store` is used by it
// alone, and outlives it, as `broker` does.
Result<std::unique_ptr<broker::Answering>> answer_dropped(store::Store& store,
                                                          broker::Broker& broker);

}  // namespace curlew::control
