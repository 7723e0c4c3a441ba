// How sources are asked for now, not when their visits were planned: a line may be
// hours long. All that a batch of orders needs is read from the store at once.

#pragma once

#include <span>
#include <unordered_map>

#include "base/result.h"
#include "control/dispatch.h"
#include "control/source_rows.h"
#include "model/visit.h"
#include "store/store.h"

namespace curlew::control {

class OrderSettings {
 public:
  static Result<OrderSettings> of(std::span<const Dispatch::Ready> ready,
                                  store::Store& store, SourceRows& rows);

  // False when the visit is not wanted any more.
  bool fill_in(model::VisitOrder& order) const;
  // Leaves the rows with who has them until their visits are reported.
  void hold(SourceRows& rows) &&;

 private:
  SourceRows::Rows rows_;
  std::unordered_map<model::SourceId, model::PageAverages> averages_;
  // Of those whose content is watched.
  std::unordered_map<model::SourceId, store::DocumentState> documents_;
};

}  // namespace curlew::control
