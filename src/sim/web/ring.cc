#include "sim/web/ring.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/fingerprint.h"
#include "base/markup_escape.h"
#include "base/random.h"
#include "sim/web/page_writer.h"

namespace curlew::sim {
namespace {

constexpr RingSite kRingSites[] = {
    {"fathom", "Fathom Five", Hobby::kSailing},
    {"allotment", "Plot Seventeen", Hobby::kGardening},
    {"zenith", "Zenith and Nadir", Hobby::kAstronomy},
    {"ladle", "The Long Ladle", Hobby::kCooking},
    {"keel", "Keel and Kettle", Hobby::kSailing},
    {"rootstock", "Rootstock", Hobby::kGardening},
    {"eyepiece", "At the Eyepiece", Hobby::kAstronomy},
    {"pantry", "Notes from a Pantry", Hobby::kCooking},
    {"tideline", "Tideline", Hobby::kSailing},
    {"trellis", "The Trellis", Hobby::kGardening},
    {"nebula", "A Shed with a Slit", Hobby::kAstronomy},
    {"hearth", "Hearth and Home", Hobby::kCooking},
};
constexpr Hobby kLookedFor[] = {Hobby::kSailing, Hobby::kGardening};

constexpr std::string_view kList = "ring";
constexpr std::string_view kNotes = "/notes/";

// So many pages are there when the web opens; then a site adds one now and then.
constexpr std::int64_t kNotesAtOpening = 20;
constexpr std::int64_t kMostNotes = 500;
constexpr VirtualHours kBetweenNotes{8};
constexpr VirtualHours kBetweenOldNotes{30};

constexpr std::size_t kParagraphs = 7;
constexpr std::size_t kLinks = 5;
constexpr double kStay = .6;
constexpr std::size_t kExamples = 16;
constexpr std::string_view kVague[] = {"more on this", "see also", "a neighbour's page",
                                       "read on", "this one, too"};

std::string_view vague(std::uint64_t chance) {
  return kVague[chance % std::size(kVague)];
}

Representation html(std::string body, Time changed) {
  return {.content_type = "text/html; charset=utf-8",
          .body = std::move(body),
          .last_modified = std::chrono::ceil<std::chrono::seconds>(changed)};
}

}  // namespace

std::span<const RingSite> ring_sites() { return kRingSites; }

std::string Ring::list_address() const {
  return fmt::format("http://{}.localhost:{}/", kList, port_);
}

std::uint64_t Ring::chance(Note note, std::string_view what, std::int64_t more) const {
  return short_fingerprint_of(fmt::format(
      "{}/{}/{}/{}/{}", seed_, kRingSites[note.site].name, note.number, what, more));
}

// Sites take turns, so that no two add pages at once.
std::int64_t Ring::count(std::size_t site, VirtualHours at) const {
  const double turn = double(site) / double(std::size(kRingSites));
  const double added = std::floor((at - kOpening) / kBetweenNotes + turn);
  return std::clamp<std::int64_t>(kNotesAtOpening + std::int64_t(added),
                                  kNotesAtOpening, kMostNotes);
}

VirtualHours Ring::born(Note note) const {
  const double after = double(note.number - kNotesAtOpening + 1);
  if (after <= 0) return kOpening + kBetweenOldNotes * (after - 1);
  const double turn = double(note.site) / double(std::size(kRingSites));
  return kOpening + kBetweenNotes * (after - turn);
}

Hobby Ring::first_hobby(Note note) const {
  const std::uint64_t drawn = chance(note, "hobby");
  if (drawn % 10 < 7) return kRingSites[note.site].hobby;
  return kHobbies[drawn / 10 % kHobbies.size()];
}

std::optional<VirtualHours> Ring::drift_interval(Note note) const {
  const std::uint64_t drawn = chance(note, "drift");
  if (drawn % 6 != 0) return std::nullopt;
  return VirtualHours(24 + drawn / 6 % 24);  // From 2.4 to 4.8 minutes.
}

std::int64_t Ring::drifts(Note note, VirtualHours at) const {
  const auto interval = drift_interval(note);
  if (!interval) return 0;
  const VirtualHours since = std::max(kOpening, born(note));
  return std::max<std::int64_t>(
      0, std::int64_t(std::floor((at - since) / *interval + .5)));
}

Hobby Ring::hobby(Note note, VirtualHours at) const {
  const Hobby first = first_hobby(note);
  if (drifts(note, at) % 2 == 0) return first;
  const std::size_t other = std::size_t(first) + 1 + chance(note, "other") % 3;
  return kHobbies[other % kHobbies.size()];
}

std::optional<VirtualHours> Ring::change_interval(Note note) const {
  const std::uint64_t drawn = chance(note, "change");
  switch (drawn % 4) {
    case 0:
      return std::nullopt;
    case 1:
      return VirtualHours(4 + drawn / 4 % 6);  // Less than a minute.
    case 2:
      return VirtualHours(20 + drawn / 4 % 40);
    default:
      return VirtualHours(60 + drawn / 4 % 140);
  }
}

std::int64_t Ring::version(Note note, VirtualHours at) const {
  const auto interval = change_interval(note);
  if (!interval) return 0;
  const VirtualHours since = std::max(kOpening, born(note));
  return std::max<std::int64_t>(0, std::int64_t(std::floor((at - since) / *interval)));
}

Time Ring::last_change(Note note, VirtualHours at) const {
  const VirtualHours since = std::max(kOpening, born(note));
  VirtualHours last = born(note);
  if (const std::int64_t changes = version(note, at); changes > 0) {
    last = since + *change_interval(note) * double(changes);
  }
  if (const std::int64_t drifted = drifts(note, at); drifted > 0) {
    last = std::max(last, since + *drift_interval(note) * (double(drifted) - .5));
  }
  return tempo_.real_time(last);
}

std::string Ring::address(Note note) const {
  return fmt::format("http://{}.localhost:{}{}{}", kRingSites[note.site].name, port_,
                     kNotes, note.number);
}

std::string Ring::title(Note note, VirtualHours at) const {
  return write_hobby_title(hobby(note, at), chance(note, "title", drifts(note, at)));
}

// Each version has another paragraph written anew; every third has more or fewer
// postscripts, which changes the structure.
std::string Ring::text(Note note, VirtualHours at) const {
  const Hobby about = hobby(note, at);
  const std::int64_t changes = version(note, at);
  const std::int64_t drifted = drifts(note, at) * 1'000'000;
  std::string out;
  for (std::size_t i = 0; i < kParagraphs; ++i) {
    const auto place = std::int64_t(i);
    const std::int64_t written =
        changes <= place ? 0 : (changes - 1 - place) / std::int64_t(kParagraphs) + 1;
    const std::uint64_t seed = chance(note, "text", drifted + written * 100 + place);
    out += fmt::format("<p>{}</p>\n",
                       escaped_markup(write_hobby_paragraph(about, seed, 4)));
  }
  for (std::int64_t i = 0; i < changes / 3 % 3; ++i) {
    const std::uint64_t seed = chance(note, "postscript", drifted + i);
    out += fmt::format("<div class=\"ps\"><p>PS: {}</p></div>\n",
                       escaped_markup(write_hobby_paragraph(about, seed, 1)));
  }
  return out;
}

// As its author set them, to what was there then.
std::vector<Ring::Note> Ring::links(Note note) const {
  Random random(chance(note, "links"));
  std::vector<Note> found;
  for (std::size_t i = 0; i < kLinks; ++i) {
    const bool stays = random.uniform() < kStay;
    const bool is_own = random.below(2) == 0;
    for (int attempt = 0; attempt < 40; ++attempt) {
      Note target;
      target.site = is_own ? note.site : random.below(std::size(kRingSites));
      target.number =
          std::int64_t(random.below(std::uint64_t(count(target.site, born(note)))));
      const bool is_same = first_hobby(target) == first_hobby(note);
      const bool is_known =
          target == note || std::ranges::find(found, target) != found.end();
      if (is_same != stays || is_known) continue;
      found.push_back(target);
      break;
    }
  }
  return found;
}

std::vector<Ring::Note> Ring::newest(std::size_t site, std::size_t most,
                                     VirtualHours at) const {
  std::vector<Note> notes;
  for (std::int64_t n = count(site, at) - 1; n >= 0 && notes.size() < most; --n) {
    notes.push_back({site, n});
  }
  return notes;
}

std::string Ring::list_of(std::span<const Note> notes, VirtualHours at) const {
  std::string out = "<ul>\n";
  for (const Note note : notes) {
    out += fmt::format("<li><a href=\"{}\">{}</a></li>\n", address(note),
                       escaped_markup(title(note, at)));
  }
  return out += "</ul>\n";
}

Representation Ring::note_page(Note note, VirtualHours at) const {
  const std::string name = title(note, at);
  const std::string when = to_iso8601(tempo_.real_time(born(note)));
  std::string content = fmt::format(
      "<article>\n<h1>{}</h1>\n<p class=\"byline\"><time datetime=\"{}\">{}</time></p>"
      "\n{}</article>\n<aside><h2>Elsewhere in the ring</h2><ul>\n",
      escaped_markup(name), when, when.substr(0, 10), text(note, at));
  // Three in ten of the links do not say where they lead.
  for (const Note target : links(note)) {
    const std::uint64_t drawn = chance(target, "anchor", note.number);
    content += fmt::format("<li><a href=\"{}\">{}</a></li>\n", address(target),
                           drawn % 10 < 3 ? std::string(vague(drawn / 10))
                                          : escaped_markup(title(target, at)));
  }
  content += "</ul></aside>\n";
  return html(write_plain_page(kRingSites[note.site].title, name, content),
              last_change(note, at));
}

Representation Ring::front_page(std::size_t site, VirtualHours at) const {
  const std::vector<Note> notes = newest(site, 10, at);
  const std::size_t sites = std::size(kRingSites);
  std::string content =
      fmt::format("<h1>{}</h1>\n", escaped_markup(kRingSites[site].title));
  content += list_of(notes, at) + "<p>The ring:";
  for (const std::size_t other : {(site + sites - 1) % sites, (site + 1) % sites}) {
    content += fmt::format(" <a href=\"http://{}.localhost:{}/\">{}</a>",
                           kRingSites[other].name, port_,
                           escaped_markup(kRingSites[other].title));
  }
  return html(write_plain_page(kRingSites[site].title, content + "</p>\n"),
              tempo_.real_time(born(notes.front())));
}

Representation Ring::list_page(VirtualHours at) const {
  std::string content = "<h1>The Hobby Ring</h1>\n<ul>\n";
  std::vector<Note> fresh;
  for (std::size_t i = 0; i < std::size(kRingSites); ++i) {
    content +=
        fmt::format("<li><a href=\"http://{}.localhost:{}/\">{}</a></li>\n",
                    kRingSites[i].name, port_, escaped_markup(kRingSites[i].title));
    fresh.push_back(newest(i, 1, at).front());
  }
  content += "</ul>\n<h2>New in the ring</h2>\n" + list_of(fresh, at);
  const auto latest =
      std::ranges::max(fresh, {}, [this](const Note& note) { return born(note); });
  return html(write_plain_page("The Hobby Ring", content),
              tempo_.real_time(born(latest)));
}

std::optional<Representation> Ring::page(std::string_view site, std::string_view path,
                                         Time now) const {
  const VirtualHours at = tempo_.virtual_time(now);
  if (site == kList) return path == "/" ? std::optional(list_page(at)) : std::nullopt;
  const auto known = std::ranges::find(kRingSites, site, &RingSite::name);
  if (known == std::end(kRingSites)) return std::nullopt;
  Note note{.site = std::size_t(known - std::begin(kRingSites))};
  if (path == "/") return front_page(note.site, at);
  if (!path.starts_with(kNotes)) return std::nullopt;
  const std::string_view number = path.substr(kNotes.size());
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), note.number);
  const bool is_there = error == std::errc() && end == number.data() + number.size() &&
                        note.number >= 0 && note.number < count(note.site, at);
  return is_there ? std::optional(note_page(note, at)) : std::nullopt;
}

// The texts are like those of the pages, but of none of them: no page has such a seed.
std::vector<LittleTopic> Ring::topics() const {
  std::vector<LittleTopic> topics;
  for (const Hobby looked_for : kLookedFor) {
    LittleTopic& topic = topics.emplace_back();
    topic.name = hobby_name(looked_for);
    topic.seeds.push_back(list_address());
    for (std::size_t i = 0; i < kExamples; ++i) {
      const std::uint64_t seed =
          short_fingerprint_of(fmt::format("{}/example/{}", topic.name, i));
      std::string text;
      for (std::uint64_t part = 0; part < kParagraphs; ++part) {
        text += write_hobby_paragraph(looked_for, seed + part, 4) + "\n";
      }
      topic.examples.push_back({write_hobby_title(looked_for, seed), std::move(text)});
    }
  }
  return topics;
}

std::vector<RingPage> Ring::pages(Time now) const {
  const VirtualHours at = tempo_.virtual_time(now);
  std::vector<RingPage> pages;
  for (std::size_t site = 0; site < std::size(kRingSites); ++site) {
    for (std::int64_t number = 0; number < count(site, at); ++number) {
      const Note note{site, number};
      pages.push_back({.url = address(note),
                       .first_hobby = std::string(hobby_name(first_hobby(note))),
                       .hobby = std::string(hobby_name(hobby(note, at))),
                       .drifts = drifts(note, at)});
    }
  }
  return pages;
}

}  // namespace curlew::sim
