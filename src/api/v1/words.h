// What the API says in words, in the caller's language: English, or Greek ("el").

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"
#include "model/due_reason.h"
#include "service/health.h"
#include "service/source_table.h"

namespace curlew::api {

// The same with a capital letter, where it is one of ASCII.
std::string with_capital(std::string words);
// What a field of the API, or a flag of the command line, is called for people: "time
// zone" of time_zone and of --time-zone.
std::string words_of_field(std::string_view name);
// An error as it is told to who types commands, for who clicks: fields by their words,
// and without advice of commands ("…; curlew watch list shows them").
std::string told_to_people(std::string_view error);

// "There is nothing at this address (404)" of "http-404".
std::string title_of_cause(std::string_view code, std::string_view language);
std::string words_of_cure(service::Cure cure, std::string_view language);
// Behind "because": "its interval ends".
std::string words_of_reason(model::DueReason reason, std::string_view language);
// "4 min", "3 h": the largest unit that says enough.
std::string duration_words(Milliseconds duration, std::string_view language);
// "545 sources, 36 need you; half of today's articles were found within 4 min"
std::string health_sentence(const service::Health& health, std::string_view language);

}  // namespace curlew::api
