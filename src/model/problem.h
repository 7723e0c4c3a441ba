// What was wrong with a visit, for people: the reason in words, and what to do about
// it. Everything that shows a source whose last visit failed asks here, so that the
// command line, the pages and the JSON say the same.
//
// Two things are told apart: a source whose *last visit* failed, or found nothing to
// follow, has a problem; a source that is *failing* (SourceState::kFailing) failed
// several times in a row and is visited ever more rarely.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/outcome.h"
#include "model/source.h"

namespace curlew::model {

// What a visit saw, where its outcome alone does not tell.
enum class Remark {
  kNone,
  // A failure: DNS has no address for the name.
  kNoSuchHost,
  // The guard forbids the address: loopback, a private network.
  kForbiddenAddress,
  // robots.txt does not forbid it, but could not be read.
  kRobotsUnreadable,
  // HTML where a feed should be.
  kHtml,
  // HTML where a feed should be, which says where its feed is.
  kHtmlNamesFeed,
  // A body without anything in it.
  kEmpty,
  // An answer of a type that is not HTML, where a page should be.
  kNotPage,
  // Reading its answer has ended the program, more than once.
  kDeadly,
  // What was read could not be passed on or stored.
  kNotStored,
  // It could not be written to the archive: the disk is full, or fails.
  kNotKept,
  // Its server hung up before its answer was whole.
  kBrokenOff,
  // What its server says is not HTTP, or contradicts itself.
  kNotHttp,
  // Its answer began, and then hardly anything came.
  kStalled,
  // A data document where a feed should be.
  kData,
  // A PDF document where a feed should be, or one that cannot be read.
  kPdf,
  // Its secrets cannot be opened here; nobody was asked.
  kSecretsSealed,
  // Of a visit that went well, as are all below: a page to follow without links to
  // follow.
  kNoLinks,
  // Its links are not what articles are called: menus, buttons, times.
  kNoHeadlines,
  // It shows no text before a browser has run its scripts.
  kNeedsScripts,
  // It leads where its secrets may not go; its user decides.
  kSecretsBound,
  // It leads to an address that another source watches.
  kDuplicate,
  // The feed ends too early; what is whole in it was read.
  kCutFeed,
};

// "no-such-host": stable names for the wire, the database and JSON; kNone is "".
std::string_view to_string(Remark remark);
std::optional<Remark> parse_remark(std::string_view name);

// Did the visit fail, or find nothing of use?
bool is_problem(FetchOutcome outcome, Remark remark);

struct Problem {
  // "HTTP 401: its server wants a name and a password"
  std::string reason;
  // "give them: curlew add 28 --user NAME:PASSWORD"
  std::string cure;
};

// How a visit ended.
struct VisitEnding {
  FetchOutcome outcome = FetchOutcome::kFetched;
  int http_status = 0;
  Remark remark = Remark::kNone;
  // Why it failed, as in its report.
  std::string_view error = {};
  // What was remarkable about it, as in its report.
  std::string_view note = {};
  // The login that its source has now was given after it.
  bool is_login_newer = false;
};

// Nullopt when the visit went well. A source without a number is named by its address
// in the cure. Parts of error and note are repeated as they are: whoever shows them to
// a terminal or a browser makes them safe.
std::optional<Problem> problem_of(const VisitEnding& ending, const Source& source);

}  // namespace curlew::model
