#include "apps/cli/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace curlew::apps {
namespace {

// In roff a backslash begins an escape, a dot or quote at the start of a line a
// request, and a plain hyphen may become a dash that cannot be pasted into a shell.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool starts_line = out.empty() || out.back() == '\n';
    if (starts_line && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string option_names(const OptionDoc& option) {
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  return option.value.empty() ? names : names + " " + option.value;
}

std::string roff_options(const std::vector<OptionDoc>& options) {
  std::string out;
  for (const OptionDoc& option : options) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(option_names(option)),
                       roff(option.help));
  }
  return out;
}

std::string roff_command(const NamedCommand& named) {
  const CommandDoc& command = *named.command;
  std::string out = fmt::format(".SS {}\n{}\n.PP\n.nf\n{}\n.fi\n", roff(named.path),
                                roff(command.summary + "."), roff(usage_of(named)));
  out += roff_options(command.positionals);
  out += roff_options(command.options);
  if (!command.example.empty()) {
    out += fmt::format(".PP\nExample:\n.PP\n.nf\n.RS\n{}\n.RE\n.fi\n",
                       roff(command.example));
  }
  return out;
}

constexpr std::string_view kRoffEnd =
    ".SH EXIT STATUS\n"
    "0 when all went well, 1 when something failed, 2 when the words or the "
    "configuration are wrong. With 1 and 2, one line on standard error says why.\n"
    ".SH FILES\n"
    ".TP\n\\fIcurlew.toml\\fR\nThe configuration, if it is in the working directory.\n"
    ".TP\n\\fIcurlew\\-data\\fR\nThe data directory, unless another is configured.\n";

constexpr std::string_view kPageHead =
    "# The command line\n"
    "\n"
    "One program, `curlew`. Exit codes: 0 good, 1 failed, 2 wrong usage or "
    "configuration;\n"
    "with 1 and 2, one line on stderr says why. `--json` prints one object a line, "
    "for\n"
    "machines; times in it are ISO 8601 UTC. Passwords and tokens are masked in every\n"
    "output; give them as `@FILE` or `@-` (standard input) to keep them out of the "
    "list\n"
    "of processes.\n"
    "\n"
    "```\n"
    "source <(curlew completion bash)     # completion; also zsh and fish\n"
    "curlew man | man -l -                # this reference as a manual page\n"
    "```\n"
    "\n"
    "This page is made from the parser's own definitions "
    "(`src/apps/cli/`).\n";

// Fields are promised to machines: adding one is fine, changing one is not.
constexpr std::string_view kPageEnd =
    R"(
## What `--json` and `lab` print
Times are ISO 8601 UTC, or null; `_s` and `_ms` are durations. New fields may be added.

| command | one object a line |
|---|---|
| `add`, `remove`, `pause`, `resume`, `visit` | `{"id","url","result"}`, result one of added known changed subscribed unsubscribed removed paused resumed asked, or for `visit` why it is not: waiting (for Retry-After) paused gone stopped; with `"versions_left"` of one that is removed, and with `"visited","new","version","problem"` where a visit was waited for |
| `check` | an address that was looked at, and then the feed that it names: `{"url","final_url","robots","crawl_delay_ms","outcome","status","content_type","took_ms","wire_bytes","body_bytes","kind","title","language","feeds":[],"items":[{"title","link","published"}],"problem","first_version"}` |
| `import` | `{"added","known","invalid":["address: reason"],"left_out":["address: reason"],"skipped","cut"}`; `left_out` has settings that cannot be read, of sources that are watched all the same; `skipped` counts outlines that are not feeds, and `cut` says that the file ends too early |
| `list` | a source: `{"id","url","kind","state","title","site_url","folder","language","fetch_pages","render","rules","watching":{"links","changes","articles","detector","part","ignore":[],"ignore_text":[],"min_change","changes_of":[],"key":[]},"objective","policy","interval_s","longest_gap_s","shared","subscribers","activity_percent","quiet_hours":[],"request":{"headers","user","bearer","proxy"},"added","next_due","due_reason","overdue_s","last_visit","last_success","last_new","not_before","failures","last_outcome","last_status","last_remark","last_error","last_note","problem","asked","moved_to","counters"}`; `counters` says how often visits found a watched document changed: `{"structural","textual"}`, or null; `problem` is null, or what was wrong with the last visit: `{"reason","cure"}` |
| `log` | a visit: `{"id","source","source_title","kind","article","started","took_ms","outcome","status","wire_bytes","body_bytes","new","version","kinds":[],"counters","M","error","note","headers":[]}`; `error` is empty when the visit went well, `note` what was remarkable about it; `version` says whether it kept one, `kinds` what changed in it, `counters` are those of a watched document after it (`{"structural","textual"}`, else null); `M` is the median of advaRSS after it, or null outside its training |
| `status` | `{"now","counts":{"sources","active","paused","failing","problems","gone","stopped","due","late","articles","pages_wanted","visits_last_hour","new_last_hour","set_aside","set_aside_reason"},"due":[],"coming":[],"problems":[],"failing":[],"latest":[],"lateness":[{"day","articles","median_s","p95_s","p99_s"}],"planning":[{"objective","policy","price","budget_per_hour","budget_use"}],"next_round":{"begins","documents","seconds","seconds_low","seconds_high"},"archive_copies":[{"archive","holder","kept_once"}]}`: sources, and in `latest` articles: `{"id","source","source_title","title","url","author","language","category","topics":[{"topic","source","score"}],"published","found","edited","delay_s","page_fetched","page_error","type","modified","page_title","canonical_url","image","excerpt"}` |
| `status SOURCE` | a source with `"visits":[]`, `"articles":[]`, `"lateness":[]` and `"plan":{"objective","policy","rate_per_day","expected_items","value","price","profile":[],"variables":{}}`; `profile` is by hour of the week from Monday 00:00 UTC, `variables` are the policy's own |
| `articles` | an article; with `--user` also `"read","starred","tags":[]`, as in `read` |
| `read` | an article with `"text"` (paragraphs are lines), `"text_from"` (page, feed or null), `"summary_html"` and `"content_html"` (the feed's, made safe), `"enclosures":[{"url","type","length"}]`, `"links":[{"url","text","hub"}]`, `"versions":[{"from","since","until","title","text","html"}]`: how it was before it changed (from feed or page), the newest first |
| `user add`, `user edit`, `user remove`, `user list` | a user: `{"id","name","mail","role","time_zone","language","added","last_active"}` |
| `token` | a token: `{"id","name","added","last_used","scopes":[]}`, with `--app` a password without `scopes`; `add` has it in `token` or `password`, this once |
| `session` | a browser that a user is logged in with: `{"id","added","last_seen","agent","address","current"}` |
| `invitation` | `{"id","role","note","added","expires","link"}`; `link` is null but for `add` |
| `watch add`, `watch edit`, `watch remove`, `watch pause`, `watch resume`, `watch list` | a list: `{"id","user","name","queries":[],"action","tag","paused","synonyms","by","to","form","signed","digest":{"kind","count","hour","weekday"},"next_digest","failures","failing_since","retry_at","error"}`; `to` is null for a webhook, whose address is a secret |
| `topic add`, `topic edit`, `topic remove`, `topic pause`, `topic resume` | a topic: `{"id","name","state","folder","shared","added","method","order","terms","passed_over","threshold","own_threshold","pages_a_phase","pages_a_site","depth","seeds":[],"also_domains":[],"excludes":[],"phase"}` |
| `topic list`, `topic show` | a topic with `"articles"` (how many), `"learned"`, `"examples":[{"origin","title"}]`, `"phases":[{"phase","began","ended","downloaded","relevant","harvest_ratio","duplicates","structural","textual","moved","dropped","dynamic","static","threshold"}]` and, of `show`, `"telling_terms":[{"stem","word","weight"}]` and `"frontier":{"waiting","kept","dynamic","rejected","duplicates","articles"}` |
| `topic preview` | `{"judged","accepted","threshold","items":[{"article","title","url","source_title","score","best","accepted","excerpt"}]}` |
| `topic log` | what happened: `{"at","what","detail"}`; `topic import` prints `{"added","changed"}` |
| `clips` | a clip: `{"id","user_id","list","article","source","source_title","keyword","title","summary","url","published","found","matched","delivered","delivery","also_in":[{"article","source","source_title","url"}]}` |
| `clips TIMING` | with `--timing`, a list or a source: `{"list","source","clips","published_to_found","found_to_matched","matched_to_delivered","in_all"}`, each null or `{"count","p50_ms","p95_ms"}` |
| `deliveries` | a notice: `{"id","user","list","kind","state","clips","subject","created","due","sent","tries","error"}`; `subject` is null unless it is an alarm; of one that waits, `due` and `error` say when and why its channel is tried next |
| `watch send` | the notice, as `deliveries` prints it |
| `preview` | `{"part_text","matches","versions","reported":[],"others":[]}`: versions that would have been told, and those that would not, as `history` prints them |
| `show OUTLINE` | with `--outline`, a block: `{"text","heading","path":[]}`, selectors, the widest first |
| `problems` | a cause: `{"code","title","action","other_action","cure","count","sources":[{"id","title","url","state","reason","cure","since","last_good","last_visit","next_due","failures"}]}` |
| `delay` | `{"days","stages":[{"stage","quantiles"}],"hours":[{"hour","quantiles"}],"by_day":[],"sources":[{"source","title","quantiles"}],"lists":[],"budget":{"visits_per_hour","use","offers":[{"factor","visits_per_hour","expected_delay_s"}]}}` |
| `operation` | `{"now","version","started","counts","terminals":[],"archive_copies":[{"archive","holder","kept_once"}],"queues":{"due","late","pages","notices","set_aside"},"minutes":[],"outcomes":[{"outcome","count"}],"not_modified_share","planning":[],"store":{"kind","bytes","articles","visits"},"disk":{"free_bytes","total_bytes"}}`; `started` is null: another program may run |
| `courtesy` | a host: `{"host","requests","not_modified","failed","bytes","smallest_gap_ms","kept_gap_ms","robots":{"read","fingerprint","crawl_delay_s","bytes"},"throttled","resting_until","sources"}` |
| `keep` | `{"keeping":{"articles_for_s","articles_newest","pages_for_s","pages_newest"},"configured":{},"chosen","articles","older","versions","visits_days"}`; null: for ever, all |
| `history`, `show` | a version: `{"source","url","time","kinds":[],"score","summary","bytes","media_type","digest","error_page","not_a_change","terminal","file","offset"}`, with `"counters"` (`{"structural","textual"}` of the document after it) and of data `"data"` (`{"added","removed","changed"}`), of `show` with `"status_line","headers":[],"text"` |
| `diff` | of a page `{"old","new","cut","blocks":[{"block","fate","from","to","old","new","words":[{"fate","text"}]}],"links":[{"fate","text","old","new"}],"presentation":[{"path","old_classes","new_classes","old_style","new_style"}]}`, fate one of same rewritten added removed moved, of a link added removed retargeted; of data as `lab data-diff` |
| `archive list` | a file: `{"terminal","file","bytes","versions","first","last"}`; with `--url` a version: `{"url","time","status","media_type","digest","terminal","file","offset","length"}` |
| `archive verify` | `{"files","records","versions","troubles":[{"file","offset","reason"}],"unnamed":{"records","first":[{"file","offset","url"}]},"elsewhere"}`; `unnamed` counts records that no version in the database names, which is no trouble, `elsewhere` versions that lie at other terminals of a cluster |
| `archive export` | `{"file","left_out","versions","originals","bytes"}`; what is left out is damaged, or its payload is: exit code 1 |
| `lab detect` | a pair: `{"page","t0","t1","changed","structural","textual","main","noise","kinds":[],"score","parts":[{"path","fate","main","heading","old","new"}],"summary"}`; where a page is too large or nested too deep to be compared `changed` is true, `compared` false, and what is not known null |
| `lab data-diff` | `{"same","unit","added_count","removed_count","changed_count","added":[],"removed":[],"changed":[{"where","before","after"}],"key":[],"remarks":[],"summary"}`; `same` is null where that is undecided |
| `lab rdf` | canonical N-Quads; in batches `{"suite","test","ok"}` |
| `lab feed` | `{"id","feed_title","feed_link","kind","entries":[{"title","link","id","published","updated","author","summary"}],"error"}`; `id` is the file's name |
| `lab article` | on a terminal, text for reading; otherwise, and with `--json`: `{"id","url","title","articleBody","author","date","modified","language","image","type","hub","barrier"}`; `id` is the file's name without .html, barrier what stands before the text (or null), type one of article listing collection forum product documentation service other |
| `lab robots` | `{"id","allowed"}` |
| `lab url` | `{"input","base","href"}` or `{"input","base","failure":true}` |
| `lab date` | `{"input","iso"}`, null on failure |
| `lab stem` | `{"word","stem"}` |
| `lab areas` | an area: `{"kind","path","object","nested","iv","hv","l","t","ltext","ctext","ltr","lar","links":[{"url","text"}],"text"}`; `ltr` is null without text in links; `"use"` with `--as-published`; with `--batch` a page: `{"page","published_informational","published_hub","informational","hub","navigation"}` |
| `lab entries` | an entry: `{"link","title","summary"}` |
| `lab clips` | a clip: `{"keyword","title","summary","block","position"}`, or a link to follow instead: `{"keyword","follow","text"}` |
| `lab match` | a text: `{"id","matches":[]}`, the ids of its queries; on stderr how long the queries took to build, their memory, and how fast the texts went |
| `lab classify` | on a terminal, a table; otherwise, and with `--json`: `{"accuracy","macro_f1","per_class":{},"docs_per_s","docs_per_s_from_words","texts","accepted_precision","accepted_recall","train_s"}`; a topic of `per_class`: `{"precision","recall","f1","texts","threshold","accepted_precision","accepted_recall"}`; where texts have a label that is no topic, also `"unknown_labels":{}` with their numbers, and `"all_texts":{"accuracy","macro_f1","texts","accepted_precision","accepted_recall"}`: accuracy and what stands beside it are without such texts, `all_texts` and `per_class` count them as wrong; speeds are of processor time |
| `lab crawl` | an order: `{"order","harvest_ratio","changes_per_fetch","possible_changes_per_fetch","topic_precision","reorder_ms","stay","method","pages","downloaded","relevant","accepted","revisits","changes"}`; then a topic in a phase: `{"order","stay","topic","phase","threshold","downloaded","revisited","relevant","newly_relevant","truly_relevant","harvest_ratio","structural","textual","recategorised","dropped","duplicates","dynamic","static","links_waiting","sites":{}}`; then the five most dynamic pages of a topic: `{"order","stay","topic","url","changes","ranks":{"dynamicity","curlew","pagerank","backlinks","forward-links"}}`; a recorded site has no `stay` |
| `lab simulate` | a policy: `{"policy","visits","mean_delay_s","p50_delay_s","p90_delay_s","p99_delay_s","max_delay_s","mean_pending","daily_max_pending","lost","recall","precision","macro_recall","freshness"}` and `"longest_s":[]`, the longest waits; of documents with `"classes":[{"class","documents","changes","downloads","recall","precision"}]`, `"over_time":[{"from","changes","downloads","recall","precision"}]` and `"followed":[{"source","changes":[],"hits":[],"vain":[],"missed":[]}]`; with `"subscriber_delay_s"` where subscribers are counted, `"lost_floor"` where feeds are short, `"price"` where there is one, and after several samples `"samples"` and `"deviation":{}` |

Batch forms of `lab` print one row a case, in the order of the cases, and a summary with
throughput on stderr.
)";

std::string page_options(const std::vector<OptionDoc>& options) {
  std::string out;
  for (const OptionDoc& option : options) {
    out += fmt::format("- `{}`: {}\n", option_names(option), option.help);
  }
  return out;
}

std::string page_command(const NamedCommand& named) {
  const CommandDoc& command = *named.command;
  std::string out = fmt::format("\n## `{}`\n{}.\n\n", usage_of(named), command.summary);
  out += page_options(command.positionals) + page_options(command.options);
  if (!command.example.empty()) {
    const bool has_list = !command.positionals.empty() || !command.options.empty();
    out += fmt::format("{}```\n{}\n```\n", has_list ? "\n" : "", command.example);
  }
  return out;
}

}  // namespace

std::string manual_page(const CommandDoc& root, std::string_view version) {
  std::string out = fmt::format(".TH CURLEW 1 \"\" \"curlew {}\"\n", version);
  out += fmt::format(
      ".SH NAME\ncurlew \\- follow feeds politely and soon\n"
      ".SH SYNOPSIS\n\\fBcurlew\\fR [OPTIONS] COMMAND\n"
      ".SH DESCRIPTION\n{}\n.SH OPTIONS\n",
      roff(root.summary));
  out += roff_options(root.options) + ".SH COMMANDS\n";
  for (const NamedCommand& named : all_commands(root)) {
    if (named.command != &root) out += roff_command(named);
  }
  return out.append(kRoffEnd);
}

std::string reference_page(const CommandDoc& root) {
  std::string page(kPageHead);
  page += "\n## Options of every command\n\n" + page_options(root.options);
  for (const NamedCommand& named : all_commands(root)) {
    if (named.command != &root) page += page_command(named);
  }
  return page.append(kPageEnd);
}

}  // namespace curlew::apps
