#include "parse/rdf/xml_events.h"

#include <expat.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>

namespace curlew::parse {
namespace {

// Between the parts of a name; no XML document can hold it.
constexpr char kSeparator = '\x01';

// An entity within an entity costs expat a level of its stack.
constexpr int kMaxNestedEntities = 64;

struct ReadingXml {
  XML_Parser parser;
  XmlEvents& events;
  Error error{ErrorKind::kMalformed, ""};
  // Text that may still be told. Expat's own guard lets entities unfold to a hundred
  // times the document.
  std::size_t text_left;
  int nested_entities = 0;
  // Expat still tells the end of an empty element whose beginning stopped it.
  bool is_stopped = false;

  void stop(Error why) {
    error = std::move(why);
    is_stopped = true;
    XML_StopParser(parser, XML_FALSE);
  }
  bool may_tell(std::size_t bytes) {
    if (bytes > text_left) stop({ErrorKind::kLimit, "its entities unfold to too much"});
    text_left -= std::min(bytes, text_left);
    return !is_stopped;
  }
  void obey(Result<void> result) {
    if (!result) stop(std::move(result).error());
  }
};

ReadingXml& reading_of(void* data) { return *static_cast<ReadingXml*>(data); }

// "space|local|prefix", "space|local" or "local".
XmlName to_xml_name(const char* text) {
  const std::string_view all(text);
  const std::size_t first = all.find(kSeparator);
  if (first == all.npos) return {{}, all, {}};
  const std::size_t second = all.find(kSeparator, first + 1);
  XmlName name{all.substr(0, first), all.substr(first + 1), {}};
  if (second == all.npos) return name;
  name.local = all.substr(first + 1, second - first - 1);
  name.prefix = all.substr(second + 1);
  return name;
}

void on_start_element(void* data, const char* name, const char** attributes) {
  std::vector<XmlNameAndValue> all;
  std::size_t bytes = 0;
  for (; *attributes; attributes += 2) {
    all.push_back({to_xml_name(attributes[0]), attributes[1]});
    bytes += all.back().value.size();
  }
  ReadingXml& reading = reading_of(data);
  if (!reading.may_tell(bytes)) return;
  reading.obey(reading.events.on_start(to_xml_name(name), all));
}

void on_end_element(void* data, const char*) {
  ReadingXml& reading = reading_of(data);
  if (!reading.is_stopped) reading.obey(reading.events.on_end());
}

void on_characters(void* data, const char* text, int length) {
  const std::string_view view(text, static_cast<std::size_t>(length));
  if (!reading_of(data).may_tell(view.size())) return;
  reading_of(data).obey(reading_of(data).events.on_text(view));
}

void on_xml_comment(void* data, const char* text) {
  reading_of(data).events.on_comment(text);
}

void on_xml_instruction(void* data, const char* target, const char* text) {
  reading_of(data).events.on_instruction(target, text);
}

void on_entity(void* data, const char*, int, const char* value, int length, const char*,
               const char*, const char*, const char*) {
  if (!value || !std::memchr(value, '&', static_cast<std::size_t>(length))) return;
  ReadingXml& reading = reading_of(data);
  if (++reading.nested_entities > kMaxNestedEntities)
    reading.stop({ErrorKind::kLimit, "too many entities within entities"});
}

// What stands elsewhere is not fetched, and without it half a graph would be read.
int on_external_entity(XML_Parser parser, const char*, const char*, const char* address,
                       const char*) {
  reading_of(XML_GetUserData(parser))
      .stop({ErrorKind::kMalformed,
             fmt::format("it includes '{}', which is not fetched",
                         address ? address : "something that stands elsewhere")});
  return XML_STATUS_OK;
}

// Of a document type that stands elsewhere.
void on_skipped_entity(void* data, const char* name, int) {
  reading_of(data).stop(
      {ErrorKind::kMalformed, fmt::format("it does not declare '&{};'", name)});
}

}  // namespace

Result<void> read_strict_xml(std::string_view bytes, XmlEvents& events) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreateNS(nullptr, kSeparator), XML_ParserFree);
  ReadingXml reading{.parser = parser.get(),
                     .events = events,
                     .text_left = 16 * bytes.size() + (std::size_t{1} << 20)};
  XML_SetUserData(parser.get(), &reading);
  XML_SetReturnNSTriplet(parser.get(), 1);
  XML_SetElementHandler(parser.get(), on_start_element, on_end_element);
  XML_SetCharacterDataHandler(parser.get(), on_characters);
  XML_SetCommentHandler(parser.get(), on_xml_comment);
  XML_SetProcessingInstructionHandler(parser.get(), on_xml_instruction);
  XML_SetEntityDeclHandler(parser.get(), on_entity);
  XML_SetExternalEntityRefHandler(parser.get(), on_external_entity);
  XML_SetSkippedEntityHandler(parser.get(), on_skipped_entity);
  // expat counts in int.
  constexpr std::size_t kPiece = std::size_t{1} << 24;
  for (bool is_last = false; !is_last;
       bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
    const std::string_view piece = bytes.substr(0, kPiece);
    is_last = piece.size() == bytes.size();
    const auto status =
        XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()), is_last);
    if (status == XML_STATUS_OK) continue;
    const auto line = XML_GetCurrentLineNumber(parser.get());
    if (XML_GetErrorCode(parser.get()) != XML_ERROR_ABORTED)
      reading.error.text = XML_ErrorString(XML_GetErrorCode(parser.get()));
    return std::move(reading.error).within(fmt::format("line {}", line));
  }
  return {};
}

}  // namespace curlew::parse
