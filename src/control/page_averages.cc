#include "control/page_averages.h"

#include <optional>

#include "extract/areas/page_kind.h"

namespace curlew::control {

Result<model::PageAverages> averages_of(store::CentralStore& store,
                                        model::SourceId source) {
  TRY_ASSIGN(const std::optional<model::PageAverages> own, store.page_averages(source));
  if (own) return *own;
  TRY_ASSIGN(const std::optional<model::PageAverages> all,
             store.page_averages(store::kAllSources));
  return extract::fresh_averages(all.value_or(model::PageAverages{}));
}

}  // namespace curlew::control
