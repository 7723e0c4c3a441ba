#include "api/v1/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "api/v1/source_json.h"
#include "base/ascii.h"
#include "base/grouped.h"
#include "base/plain_text.h"

namespace curlew::api {
namespace {

// In both languages.
struct Said {
  std::string_view english;
  std::string_view greek;
};

std::string_view said_in(const Said& said, std::string_view language) {
  return language == "el" ? said.greek : said.english;
}

struct CauseWords {
  std::string_view code;
  Said said;
};
constexpr std::array kCauses{
    CauseWords{"needs-login",
               {"A name and a password are needed", "Χρειάζεται όνομα και κωδικός"}},
    CauseWords{"http-403",
               {"The server does not let us in (403)",
                "Ο διακομιστής δεν επιτρέπει την πρόσβαση (403)"}},
    CauseWords{"http-404",
               {"There is nothing at this address (404)",
                "Δεν υπάρχει τίποτα σε αυτή τη διεύθυνση (404)"}},
    CauseWords{"http-5xx",
               {"The server is in trouble (5xx)", "Ο διακομιστής έχει πρόβλημα (5xx)"}},
    CauseWords{"proxy-login",
               {"The proxy wants a name and a password",
                "Ο διαμεσολαβητής ζητά όνομα και κωδικό"}},
    CauseWords{"gone", {"Taken away for good (410)", "Αποσύρθηκε οριστικά (410)"}},
    CauseWords{"robots-denied",
               {"robots.txt forbids it", "Το robots.txt το απαγορεύει"}},
    CauseWords{"robots-unreadable",
               {"robots.txt cannot be read", "Το robots.txt δεν διαβάζεται"}},
    CauseWords{"throttled",
               {"The server asks us to come less often",
                "Ο διακομιστής ζητά αραιότερες επισκέψεις"}},
    CauseWords{"timed-out", {"No answer in time", "Καμία απάντηση εγκαίρως"}},
    CauseWords{"stalled", {"The answer came to a halt", "Η απάντηση σταμάτησε"}},
    CauseWords{"refused",
               {"This address is never asked", "Αυτή η διεύθυνση δεν ζητείται ποτέ"}},
    CauseWords{"forbidden-address",
               {"An address of this machine or its network",
                "Διεύθυνση αυτού του μηχανήματος ή του δικτύου του"}},
    CauseWords{"too-large",
               {"The answer is too large", "Η απάντηση είναι πολύ μεγάλη"}},
    CauseWords{"unreachable", {"No connection", "Καμία σύνδεση"}},
    CauseWords{
        "no-such-host",
        {"DNS does not know this host", "Το DNS δεν γνωρίζει αυτόν τον διακομιστή"}},
    CauseWords{"broken-off", {"The answer broke off", "Η απάντηση διακόπηκε"}},
    CauseWords{"not-http",
               {"The answer is not valid HTTP", "Η απάντηση δεν είναι έγκυρο HTTP"}},
    CauseWords{"tls-failed", {"No secure connection", "Καμία ασφαλής σύνδεση"}},
    CauseWords{"bad-redirect", {"It leads nowhere", "Δεν οδηγεί πουθενά"}},
    CauseWords{"bot-wall", {"It wants proof of a human", "Ζητά απόδειξη ανθρώπου"}},
    CauseWords{"html", {"A page, not a feed", "Σελίδα, όχι ροή"}},
    CauseWords{"html-names-feed",
               {"A page that names its feed", "Σελίδα που δείχνει τη ροή της"}},
    CauseWords{"empty", {"An empty answer", "Κενή απάντηση"}},
    CauseWords{"not-a-page", {"Not a page", "Δεν είναι σελίδα"}},
    CauseWords{"data", {"Data, not a feed", "Δεδομένα, όχι ροή"}},
    CauseWords{"pdf", {"A PDF document", "Έγγραφο PDF"}},
    CauseWords{
        "deadly",
        {"Reading it has ended the program", "Η ανάγνωσή του τερμάτισε το πρόγραμμα"}},
    CauseWords{
        "not-stored",
        {"What was read could not be stored", "Ό,τι διαβάστηκε δεν αποθηκεύτηκε"}},
    CauseWords{"not-kept", {"It could not be archived", "Δεν αρχειοθετήθηκε"}},
    CauseWords{
        "secrets-sealed",
        {"Its secrets cannot be opened here", "Τα μυστικά του δεν ανοίγουν εδώ"}},
    CauseWords{"no-links", {"No links to follow", "Χωρίς συνδέσμους"}},
    CauseWords{"no-headlines",
               {"Its links are not headlines", "Οι σύνδεσμοί του δεν είναι τίτλοι"}},
    CauseWords{"needs-scripts",
               {"Shows nothing without scripts", "Δεν δείχνει τίποτα χωρίς σενάρια"}},
    CauseWords{"secrets-bound",
               {"It leads where its login may not go",
                "Οδηγεί εκεί όπου ο κωδικός του δεν πρέπει να πάει"}},
    CauseWords{"duplicate",
               {"Watched already under another address",
                "Παρακολουθείται ήδη σε άλλη διεύθυνση"}},
    CauseWords{"cut-feed", {"The feed ends too early", "Η ροή τελειώνει πρόωρα"}},
    CauseWords{"unreadable", {"Not a feed", "Δεν είναι ροή"}},
};

struct FieldWords {
  std::string_view field;
  std::string_view words;
};
// Those whose name says it to programs alone.
constexpr std::array kFields{
    FieldWords{"to", "address"},
    FieldWords{"url", "address"},
    FieldWords{"by", "delivery by"},
    FieldWords{"at", "hour"},
    FieldWords{"on", "weekday"},
    FieldWords{"ids", "selection"},
    FieldWords{"min change", "smallest change"},
    FieldWords{"articles for", "time to keep articles"},
    FieldWords{"pages for", "time to keep pages"},
    FieldWords{"also domain", "further domain"},
    FieldWords{"passed over", "pages passed over"},
};

bool is_flag_at(std::string_view text, std::size_t at) {
  const bool is_begin = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
  return is_begin && at + 2 < text.size() && is_ascii_alpha(text[at + 2]);
}

// Whole ones, as profiles are told by the hour.
std::size_t hours_ahead(const Listener& listener) {
  if (!listener.ahead_of_utc) return 0;
  const auto hours = std::chrono::round<std::chrono::hours>(*listener.ahead_of_utc);
  return std::size_t((hours.count() + 24) % 24);
}

// The hours of the day in which most of its articles come; none: at any time.
std::string busy_hours(const std::vector<float>& profile, const Listener& listener) {
  if (profile.size() != 168) return "";
  std::array<double, 24> hours{};
  for (std::size_t i = 0; i < profile.size(); ++i)
    hours[i % 24] += double(profile[i]) / 7;
  // The shortest stretch that has two thirds of all.
  for (std::size_t length = 1; length <= 12; ++length) {
    for (std::size_t from = 0; from < 24; ++from) {
      double sum = 0;
      for (std::size_t i = 0; i < length; ++i) sum += hours[(from + i) % 24];
      if (sum >= 16) {
        const std::size_t ahead = hours_ahead(listener);
        return fmt::format(
            fmt::runtime(listener.language == "el" ? ", κυρίως {}–{} h{}"
                                                   : ", mostly {}–{} h{}"),
            (from + ahead) % 24, (from + length + ahead) % 24,
            listener.ahead_of_utc ? "" : " UTC");
      }
    }
  }
  return "";
}

// What was seen of one that is new here.
std::string first_words(const service::SourceDetail& detail,
                        const service::SourceYield& yield, std::string_view language) {
  const bool is_greek = language == "el";
  const model::Source& source = detail.source.source;
  if (has_visits(source.kind) && !detail.source.schedule.last_visit) {
    return is_greek ? "Δεν έχει διαβαστεί ακόμη" : "It was not read yet";
  }
  const auto count = yield.since_added;
  std::string text;
  if (count == 0) {
    text = is_greek ? "Κανένα νέο άρθρο" : "No new article";
  } else if (is_greek) {
    text = fmt::format("{}{} {}", yield.is_cut ? "Πάνω από " : "", grouped(count),
                       count == 1 ? "νέο άρθρο" : "νέα άρθρα");
  } else {
    text = fmt::format("{}{}", yield.is_cut ? "More than " : "",
                       counted(std::size_t(count), "article"));
  }
  text +=
      fmt::format(fmt::runtime(is_greek ? " σε {} παρακολούθησης" : " in its first {}"),
                  duration_words(detail.now - source.added, language));
  if (!has_visits(source.kind)) return text;
  return text + (is_greek ? "· ο ρυθμός της μαθαίνεται ακόμη"
                          : "; its rhythm is still being learned");
}

std::string yield_words(double per_day, std::string_view language) {
  const bool is_greek = language == "el";
  if (per_day >= 0.95) {
    return fmt::format(fmt::runtime(is_greek ? "Δημοσιεύει περίπου {} την ημέρα"
                                             : "Publishes about {} a day"),
                       grouped(std::int64_t(std::lround(per_day))));
  }
  const auto per_week = std::lround(per_day * 7);
  if (per_week >= 1) {
    return fmt::format(fmt::runtime(is_greek ? "Δημοσιεύει περίπου {} την εβδομάδα"
                                             : "Publishes about {} a week"),
                       per_week);
  }
  return is_greek ? "Δημοσιεύει σπάνια" : "Publishes rarely";
}

std::string pace_words(const service::SourceDetail& detail,
                       const service::SourceYield& yield, const Listener& listener) {
  if (service::is_rhythm_unknown(detail.source, detail.now)) {
    return first_words(detail, yield, listener.language);
  }
  const bool is_planned = detail.plan && detail.plan->rate_per_day > 0;
  std::string text =
      yield_words(is_planned ? detail.plan->rate_per_day : double(yield.per_week) / 7,
                  listener.language);
  if (is_planned) text += busy_hours(detail.plan->profile, listener);
  return text;
}

// Its details are the words of programs, in English.
std::string greek_problem(const store::ScheduleRow& row) {
  const auto cause =
      service::cause_of(row.last_outcome, row.last_status, row.last_remark);
  std::string text = title_of_cause(cause.code, "el");
  if (!row.last_error.empty()) {
    text += fmt::format(" ({})", plain_text(row.last_error));
  }
  return text;
}

}  // namespace

std::string with_capital(std::string words) {
  const bool is_small = !words.empty() && words[0] >= 'a' && words[0] <= 'z';
  if (is_small) words[0] = char(words[0] - 'a' + 'A');
  return words;
}

std::string words_of_field(std::string_view name) {
  std::string words(name);
  for (char& c : words) {
    if (c == '_' || c == '-' || c == '.') c = ' ';
  }
  const auto known = std::ranges::find(kFields, words, &FieldWords::field);
  return known == kFields.end() ? words : std::string(known->words);
}

std::string told_to_people(std::string_view error) {
  std::string_view left = error;
  for (const std::string_view advice : {"; curlew ", "; --"}) {
    left = left.substr(0, left.find(advice));
  }
  // "…; a new address: curlew user page": what leads to a command goes with it.
  if (const std::size_t at = left.find(": curlew "); at != left.npos) {
    left = left.substr(0, std::min(left.rfind("; ", at), at));
  }
  std::string told;
  for (std::size_t at = left.find("--"); at != left.npos; at = left.find("--")) {
    const std::size_t end = std::min(left.find_first_of(" :,;)", at), left.size());
    told += left.substr(0, at);
    const bool is_flag = is_flag_at(left, at);
    std::string words = is_flag ? words_of_field(left.substr(at + 2, end - at - 2))
                                : std::string(left.substr(at, end - at));
    told += told.empty() && is_flag ? with_capital(words) : words;
    left.remove_prefix(end);
  }
  return told.append(left);
}

std::string title_of_cause(std::string_view code, std::string_view language) {
  const auto known = std::ranges::find(kCauses, code, &CauseWords::code);
  if (known != kCauses.end()) return std::string(said_in(known->said, language));
  if (code.starts_with("http-")) {
    return fmt::format(fmt::runtime(language == "el" ? "Ο διακομιστής απαντά HTTP {}"
                                                     : "The server answers HTTP {}"),
                       code.substr(5));
  }
  return std::string(code);
}

std::string words_of_cure(service::Cure cure, std::string_view language) {
  using service::Cure;
  const auto said = [&](std::string_view english, std::string_view greek) {
    return std::string(said_in({english, greek}, language));
  };
  switch (cure) {
    case Cure::kVisit:
      return said("Try now", "Δοκιμή τώρα");
    case Cure::kRemove:
      return said("Remove", "Αφαίρεση");
    case Cure::kResume:
      return said("Resume", "Συνέχεια");
    case Cure::kLogin:
      return said("Give a login", "Δώστε στοιχεία σύνδεσης");
    case Cure::kProxy:
      return said("Give the proxy with its login",
                  "Δώστε τον διαμεσολαβητή με τα στοιχεία του");
    case Cure::kRender:
      return said("Let a browser run its scripts", "Εκτέλεση σεναρίων σε φυλλομετρητή");
    case Cure::kKind:
      return said("Follow the links of the page",
                  "Παρακολούθηση των συνδέσμων της σελίδας");
    case Cure::kChanges:
      return said("Watch the page itself for changes",
                  "Παρακολούθηση των αλλαγών της ίδιας της σελίδας");
    case Cure::kData:
      return said("Keep its versions as data", "Τήρηση των εκδόσεών του ως δεδομένων");
    case Cure::kAuto:
      return said("Find out again what it is", "Νέα διαπίστωση του τι είναι");
    case Cure::kAddress:
      return said("Give its new address", "Δώστε τη νέα διεύθυνση");
    case Cure::kRarely:
      return said("Visit it every six hours", "Επίσκεψη κάθε έξι ώρες");
    case Cure::kSetting:
      return said("A setting of the server, if it is meant",
                  "Μια ρύθμιση του διακομιστή, αν αυτό θέλετε");
    case Cure::kWait:
      return said("Nothing to do: it is tried again by itself",
                  "Τίποτα: δοκιμάζεται ξανά μόνο του");
  }
  return "";
}

std::string words_of_reason(model::DueReason reason, std::string_view language) {
  using model::DueReason;
  const auto said = [&](std::string_view english, std::string_view greek) {
    return std::string(said_in({english, greek}, language));
  };
  switch (reason) {
    case DueReason::kNotVisited:
      return said("it was not visited yet", "δεν το έχουμε επισκεφθεί ακόμη");
    case DueReason::kPolicy:
      return said("a visit is worth its cost then", "τότε η επίσκεψη αξίζει το κόστος");
    case DueReason::kOwnInterval:
      return said("its interval ends", "τελειώνει το διάστημά του");
    case DueReason::kPublisher:
      return said("its publisher asked to wait until then",
                  "ο εκδότης ζήτησε αναμονή ως τότε");
    case DueReason::kBackOff:
      return said("the last visit failed", "η τελευταία επίσκεψη απέτυχε");
    case DueReason::kMinimumGap:
      return said("the least gap between visits ends",
                  "τελειώνει το ελάχιστο κενό μεταξύ επισκέψεων");
    case DueReason::kLongestGap:
      return said("the longest gap between visits ends",
                  "τελειώνει το μέγιστο κενό μεταξύ επισκέψεων");
    case DueReason::kOwnHours:
      return said("its active hours begin", "αρχίζουν οι ενεργές ώρες του");
    case DueReason::kAsked:
      return said("its user asked for it", "το ζήτησε χρήστης");
    case DueReason::kHint:
      return said("somebody said that it has changed", "κάποιος είπε ότι άλλαξε");
    case DueReason::kRank:
      return said("more is expected here than elsewhere",
                  "εδώ αναμένονται περισσότερα απ' ό,τι αλλού");
  }
  return "";
}

std::string duration_words(Milliseconds duration, std::string_view language) {
  const bool is_greek = language == "el";
  const auto seconds = std::max<std::int64_t>(duration.count() / 1000, 0);
  if (seconds < 60) return fmt::format("{} {}", seconds, is_greek ? "δ" : "s");
  if (seconds < 90 * 60) {
    return fmt::format("{} {}", (seconds + 30) / 60, is_greek ? "λεπ" : "min");
  }
  if (seconds < 48 * 3600) {
    return fmt::format("{} {}", (seconds + 1800) / 3600, is_greek ? "ώρ" : "h");
  }
  return fmt::format("{} {}", (seconds + 43'200) / 86'400, is_greek ? "ημ." : "days");
}

std::string health_sentence(const service::Health& health, std::string_view language) {
  const bool is_greek = language == "el";
  const store::StatusCounts& counts = health.counts;
  if (counts.sources == 0) return is_greek ? "Καμία πηγή ακόμη" : "No sources yet";
  std::string text = is_greek ? fmt::format("{} {}", grouped(counts.sources),
                                            counts.sources == 1 ? "πηγή" : "πηγές")
                              : counted(std::size_t(counts.sources), "source");
  if (counts.problems > 0) {
    text +=
        fmt::format(fmt::runtime(is_greek ? ", {} χρειάζονται εσάς" : ", {} need you"),
                    grouped(counts.problems));
  }
  if (health.median_delay) {
    text += fmt::format(
        fmt::runtime(is_greek ? "· τα μισά άρθρα της ημέρας βρέθηκαν μέσα σε {}"
                              : "; half of today's articles were found within {}"),
        duration_words(*health.median_delay, language));
  } else if (health.articles_today > 0) {
    text += fmt::format(
        fmt::runtime(is_greek ? "· {} άρθρα σήμερα" : "; {} articles today"),
        grouped(health.articles_today));
  }
  return text;
}

std::string sentence_of(const service::SourceDetail& detail,
                        const service::SourceYield& yield, const Listener& listener) {
  const std::string_view language = listener.language;
  const bool is_greek = language == "el";
  const model::Source& source = detail.source.source;
  const store::ScheduleRow& schedule = detail.source.schedule;
  std::string text = pace_words(detail, yield, listener);
  if (const auto problem = service::problem_of(detail.source)) {
    text = is_greek ? "Πρόβλημα στην τελευταία επίσκεψη: " + greek_problem(schedule)
                    : "Something is wrong with it: " + plain_text(problem->reason);
  }
  if (source.state == model::SourceState::kPaused) {
    return text + (is_greek ? "· σε παύση." : "; it is paused.");
  }
  const auto next = service::next_visit(detail.source);
  if (!next && has_visits(source.kind)) {
    return text +
           (is_greek
                ? "· δεν την επισκεπτόμαστε πια. Με τη «Συνέχεια» δοκιμάζεται ξανά."
                : "; it is not visited any more. Resume it to try again.");
  }
  if (!next) return text + ".";
  const Milliseconds wait = *next - detail.now;
  if (wait <= Milliseconds(0)) {
    text += is_greek ? "· επόμενη ματιά τώρα, γιατί " : "; next look now, because ";
  } else {
    text += fmt::format(fmt::runtime(is_greek ? "· επόμενη ματιά σε {}, γιατί "
                                              : "; next look in {}, because "),
                        duration_words(wait, language));
  }
  return text + words_of_reason(schedule.due_reason, language) + ".";
}

}  // namespace curlew::api
