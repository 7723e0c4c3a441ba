#include "apps/commands/clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "api/relative.h"
#include "api/user_json.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "service/clips.h"

namespace curlew::apps {
namespace {

using api::relative;

// "0.4 s", "12 min"; "-" of no value.
std::string duration_text(const service::Quantiles& of, Milliseconds value) {
  if (of.count == 0) return "-";
  const double seconds = double(value.count()) / 1000;
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 172'800) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} d", seconds / 86'400);
}

std::string both(const service::Quantiles& of) {
  if (of.count == 0) return "-";
  return duration_text(of, of.p50) + " / " + duration_text(of, of.p95);
}

void print_timings(const Screen& screen, std::string_view of,
                   const std::vector<service::ClipTiming>& timings) {
  Table table({{std::string(of), Align::kLeft, Shrink::kYes},
               {"clips", Align::kRight},
               {"published→found", Align::kRight},
               {"→matched", Align::kRight},
               {"→delivered", Align::kRight},
               {"in all, p50 / p95", Align::kRight}});
  for (const service::ClipTiming& timing : timings) {
    table.add({timing.name, grouped(timing.clips), both(timing.to_found),
               both(timing.to_matched), both(timing.to_delivered),
               both(timing.in_all)});
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

// The keyword stands out where the screen can show it.
std::string marked(const Screen& screen, const model::Clip& clip) {
  const std::string_view summary = clip.summary;
  const std::size_t end = std::min<std::size_t>(clip.mark_end, summary.size());
  const std::size_t begin = std::min<std::size_t>(clip.mark_begin, end);
  const std::string text =
      plain_piece(summary.substr(0, begin)) +
      coloured(screen, plain_piece(summary.substr(begin, end - begin)), Colour::kBold) +
      plain_piece(summary.substr(end));
  // Each of its lines stands below the title.
  std::string lines;
  for (const char c : text) lines.append(1, c).append(c == '\n' ? "    " : "");
  return lines;
}

// `owner` is empty where all are of one user.
void print_clip(const Screen& screen, const store::ClipRow& row,
                const std::string& owner, Time now) {
  const model::Clip& clip = row.clip;
  fmt::print(screen.out, "#{} {}{}: {}\n", clip.id.value,
             owner.empty() ? "" : owner + "/", plain_text(row.list_name),
             coloured(screen, plain_text(clip.title), Colour::kBold));
  if (!clip.summary.empty()) fmt::print(screen.out, "    {}\n", marked(screen, clip));
  fmt::print(screen.out, "    {} · {} · {} · article {}\n",
             plain_text(row.source_title), relative(clip.found, now),
             plain_text(clip.url), clip.article.value);
  for (const store::AlsoIn& other : row.also_in) {
    fmt::print(screen.out, "    also in {} · {}\n", plain_text(other.source_title),
               plain_text(other.url));
  }
}

// When a notice that waits is tried; when it should have been where it was given up.
std::string when_next(const model::Delivery& delivery, Time now) {
  return delivery.state == model::DeliveryState::kWaiting
             ? api::relative_due(delivery.due, now)
             : relative(delivery.due, now);
}

std::string why_of(const model::Delivery& delivery) {
  const bool is_untried = delivery.state == model::DeliveryState::kWaiting &&
                          delivery.tries == 0 && delivery.error.empty();
  return is_untried ? "not tried yet" : delivery.error;
}

}  // namespace

Result<void> list_clips(const Context& context, const ClipsOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  note_looking(context, *store, options.user);
  const service::ClipQuery query{options.user, options.list, options.number};
  const Screen& screen = context.screen;
  if (options.timing) {
    TRY_ASSIGN(const auto timings,
               service::time_clips(*store, query, context.clock.now()));
    if (!options.json) {
      print_timings(screen, "list", timings.lists);
      fmt::print(screen.out, "\n");
      print_timings(screen, "source", timings.sources);
      return {};
    }
    for (const auto& each : timings.lists) {
      fmt::print(screen.out, "{}\n", api::to_json(each, "list"));
    }
    for (const auto& each : timings.sources) {
      fmt::print(screen.out, "{}\n", api::to_json(each, "source"));
    }
    return {};
  }
  TRY_ASSIGN(const auto clips, service::list_clips(*store, query));
  if (clips.empty() && !options.json) fmt::print(screen.out, "no clips\n");
  std::unordered_map<model::UserId, std::string> owners;
  if (options.user.empty()) {
    TRY_ASSIGN(const auto users, store->users().list());
    for (const store::UserRow& each : users) owners[each.user.id] = each.user.name;
  }
  for (const store::ClipRow& row : clips) {
    if (options.json) {
      fmt::print(screen.out, "{}\n", api::to_json(row));
    } else {
      print_clip(screen, row, owners[row.user], context.clock.now());
    }
  }
  return {};
}

Result<void> list_deliveries(const Context& context, const DeliveriesOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  service::DeliveryQuery query{options.user, options.list, {}, options.number};
  if (!options.state.empty()) query.state = model::parse_delivery_state(options.state);
  TRY_ASSIGN(const auto rows, service::list_deliveries(*store, query));
  if (options.json) {
    for (const store::DeliveryRow& row : rows) {
      fmt::print(context.screen.out, "{}\n", api::to_json(row));
    }
    return {};
  }
  if (rows.empty()) {
    fmt::print(context.screen.out, "no notices\n");
    return {};
  }
  const Time now = context.clock.now();
  Table table({{"id", Align::kRight},
               {"state"},
               {"kind"},
               {"user"},
               {"list", Align::kLeft, Shrink::kYes},
               {"clips", Align::kRight},
               {"tries", Align::kRight},
               {"when", Align::kRight},
               {"why", Align::kLeft, Shrink::kYes}});
  for (const store::DeliveryRow& row : rows) {
    const model::Delivery& each = row.delivery;
    const bool is_dead = each.state == model::DeliveryState::kDead;
    table.add(
        {std::to_string(each.id.value),
         {std::string(to_string(each.state)), is_dead ? Colour::kBad : Colour::kNone},
         std::string(to_string(each.kind)),
         row.user_name,
         each.list ? row.list_name : each.subject,
         grouped(row.clips),
         std::to_string(each.tries),
         each.sent ? relative(*each.sent, now) : when_next(each, now),
         why_of(each)});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
  return {};
}

Result<void> mark_articles(const Context& context, const MarkOptions& options) {
  if (!options.read && !options.star && !options.mute && options.tags.empty() &&
      options.dropped_tags.empty()) {
    return Error{ErrorKind::kUsage,
                 "mark: say what is noted: --read, --star, --mute, --tag WORD or "
                 "--untag WORD"};
  }
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  std::vector<model::ArticleId> articles;
  for (const std::int64_t id : options.articles) articles.push_back({id});
  return service::mark_articles(*store, options.user, articles,
                                {.is_read = options.read,
                                 .is_starred = options.star,
                                 .is_muted = options.mute,
                                 .add_tags = options.tags,
                                 .remove_tags = options.dropped_tags},
                                context.clock.now());
}

}  // namespace curlew::apps
