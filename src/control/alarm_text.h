// What users are told of the troubles of sources and channels, in their language.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/ids.h"
#include "model/source.h"
#include "publish/language.h"

namespace curlew::control {

enum class SourceNews {
  kFails,
  kWorksAgain,
  // 410: it is not visited any more.
  kGone,
  // By Curlew, which says why in its error.
  kStopped,
  kQuiet,
  kHasNewsAgain,
};

struct AlarmText {
  std::string subject;
  // The whole of it: which source, since when, and what can be done.
  std::string line;
};

// `since` is when it last worked, or last had news; `error` is what its last visit
// said.
AlarmText text_of(SourceNews news, const model::Source& source,
                  std::optional<Time> since, std::string_view error,
                  publish::Language language);
AlarmText channel_fails(std::string_view list, std::string_view error,
                        publish::Language language);
AlarmText channel_works_again(std::string_view list, publish::Language language);

// The subject of a notice of several sources.
std::string news_of_sources(std::size_t count, publish::Language language);
// The subject of a notice of several alarms of any kind.
std::string several_alarms(publish::Language language);

}  // namespace curlew::control
