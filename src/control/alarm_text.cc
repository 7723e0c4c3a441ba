#include "control/alarm_text.h"

#include <fmt/format.h>

#include "base/plain_text.h"
#include "model/mask.h"

namespace curlew::control {
namespace {

using publish::Language;

struct Phrases {
  std::string_view fails, works_again, gone, stopped, quiet, has_news_again;
  std::string_view never_worked, last_worked, last_news, try_now, resume;
};

const Phrases& phrases(Language language) {
  static constexpr Phrases kEnglish = {
      .fails = "fails",
      .works_again = "works again",
      .gone = "is gone",
      .stopped = "was stopped",
      .quiet = "is quiet",
      .has_news_again = "has news again",
      .never_worked = "it never worked",
      .last_worked = "it last worked at",
      .last_news = "nothing new since",
      .try_now = "try it now",
      .resume = "visit it all the same",
  };
  static constexpr Phrases kGreek = {
      .fails = "αποτυγχάνει",
      .works_again = "λειτουργεί ξανά",
      .gone = "δεν υπάρχει πια",
      .stopped = "σταμάτησε",
      .quiet = "σιωπά",
      .has_news_again = "έχει πάλι νέα",
      .never_worked = "δεν λειτούργησε ποτέ",
      .last_worked = "λειτούργησε τελευταία φορά",
      .last_news = "τίποτα νέο από",
      .try_now = "νέα προσπάθεια",
      .resume = "επίσκεψη παρ' όλα αυτά",
  };
  return language == Language::kGreek ? kGreek : kEnglish;
}

std::string_view verb_of(SourceNews news, const Phrases& words) {
  switch (news) {
    case SourceNews::kFails:
      return words.fails;
    case SourceNews::kWorksAgain:
      return words.works_again;
    case SourceNews::kGone:
      return words.gone;
    case SourceNews::kStopped:
      return words.stopped;
    case SourceNews::kQuiet:
      return words.quiet;
    case SourceNews::kHasNewsAgain:
      break;
  }
  return words.has_news_again;
}

std::string cut(std::string_view text, std::size_t columns) {
  return shortened(plain_text(text), columns);
}

}  // namespace

AlarmText text_of(SourceNews news, const model::Source& source,
                  std::optional<Time> since, std::string_view error,
                  Language language) {
  constexpr std::size_t kNameColumns = 80, kAddressColumns = 200;
  const Phrases& words = phrases(language);
  const std::string_view verb = verb_of(news, words);
  const std::string address = cut(model::masked_address(source.url), kAddressColumns);
  const std::string name =
      cut(source.title.empty() ? address : source.title, kNameColumns);
  AlarmText text{fmt::format("{} {}", name, verb),
                 fmt::format("{} ({}) {}", name, address, verb)};
  const bool is_down = news == SourceNews::kFails || news == SourceNews::kGone ||
                       news == SourceNews::kStopped;
  if (is_down && !error.empty()) text.line += ": " + plain_text(error);
  if (is_down) {
    text.line += fmt::format(
        "; {}", since ? fmt::format("{} {}", words.last_worked, to_iso8601(*since))
                      : std::string(words.never_worked));
  }
  if (news == SourceNews::kQuiet && since) {
    text.line += fmt::format(": {} {}", words.last_news, to_iso8601(*since));
  }
  if (news == SourceNews::kFails || news == SourceNews::kQuiet) {
    text.line += fmt::format("; {}: curlew visit {}", words.try_now, source.id.value);
  } else if (is_down) {
    text.line += fmt::format("; {}: curlew resume {}", words.resume, source.id.value);
  }
  return text;
}

AlarmText channel_fails(std::string_view list, std::string_view error,
                        Language language) {
  AlarmText text;
  text.subject =
      language == Language::kGreek
          ? fmt::format("Οι ειδοποιήσεις της λίστας {} δεν αποστέλλονται", list)
          : fmt::format("Notices of the list {} cannot be sent", list);
  text.line = text.subject;
  if (!error.empty()) text.line += ": " + plain_text(error);
  return text;
}

AlarmText channel_works_again(std::string_view list, Language language) {
  const std::string subject =
      language == Language::kGreek
          ? fmt::format("Οι ειδοποιήσεις της λίστας {} αποστέλλονται ξανά", list)
          : fmt::format("Notices of the list {} are sent again", list);
  return {subject, subject};
}

std::string news_of_sources(std::size_t count, Language language) {
  return language == Language::kGreek ? fmt::format("Νέα από {} πηγές", count)
                                      : fmt::format("News of {} sources", count);
}

std::string several_alarms(Language language) {
  return language == Language::kGreek ? "Περισσότερες ειδοποιήσεις για προβλήματα"
                                      : "Several troubles, or their ends";
}

}  // namespace curlew::control
