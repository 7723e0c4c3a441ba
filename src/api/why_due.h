// Why a source is due when it is, for people.

#pragma once

#include <string_view>

namespace curlew::api {

// A sentence for the word that the store keeps (ScheduleRow::due_reason); a word that
// is not known stands for itself.
std::string_view why_due(std::string_view reason);

}  // namespace curlew::api
