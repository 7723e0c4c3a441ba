#include "control/page_averages.h"

#include "extract/areas/page_kind.h"
#include "store/pages.h"

namespace curlew::control {

model::PageAverages averages_of(
    const std::unordered_map<model::SourceId, model::PageAverages>& known,
    model::SourceId source) {
  if (const auto own = known.find(source); own != known.end()) return own->second;
  const auto all = known.find(store::kAllSources);
  return extract::fresh_averages(all == known.end() ? model::PageAverages{}
                                                    : all->second);
}

}  // namespace curlew::control
