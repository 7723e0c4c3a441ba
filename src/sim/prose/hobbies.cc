#include "sim/prose/hobbies.h"

#include <fmt/format.h>

namespace curlew::sim {
namespace {

// Most words of a sentence are drawn, so that no two pages are nearly the same.
constexpr std::string_view kHobbyGrammar = R"(
name
  Agnes
  Bertil
  Clara
  Dunstan
  Edith
  Fergus
  Greta
  Hamish
  Imogen
  Jonas
  Kirsten
  Ludo
  Maud
  Nils
  Orla
  Percy
number
  two
  three
  four
  five
  seven
  nine
  a dozen
  forty
time
  in the first week of spring
  on a cold evening
  after breakfast
  late in autumn
  on the second try
  when nobody else was about
  last summer
  before the rain came
  on Sunday
  by the light of a torch
  as my grandfather did
  for want of anything better
judgement
  which surprised nobody more than me
  and it was worth the trouble
  though {name} would not agree
  and I would do it again
  which {name} had warned me of
  as {name} wrote to me
  but that is another story
  and {name} laughed for {number} days
sentence.any
  {name} asked me about this {time}, and I had no good answer.
  Thanks to {name} for the letter, {judgement}.
  I have kept a diary of it since {name} told me to, {judgement}.
  There is more to say about this, {judgement}.
  {name} and {name} came along {time} and stayed for {number} hours.

vessel
  sloop
  ketch
  cutter
  yawl
  dinghy
  schooner
  ferry
  trawler
rig
  mainsail
  jib
  spinnaker
  halyard
  mast
  boom
  rudder
  tiller
  keel
  anchor
  rigging
  hull
sea
  headland
  estuary
  lagoon
  strait
  sandbank
  fjord
  harbour
  marina
  reef
  lighthouse
wind
  a northerly gale
  a light breeze
  the ebb tide
  a heavy swell
  the spring tide
  squalls from the west
  thick fog
title.sailing
  {number} days in a {vessel} beyond the {sea}
  Mending the {rig} of an old {vessel}
  How {name} brought the {vessel} through {wind}
  The {rig}, the {rig} and the {sea}: notes of a {vessel} crew
  What {wind} does to a {vessel} off the {sea}
  Charts of the {sea} for {vessel} skippers
sentence.sailing
  The {vessel} left the {sea} {time} under {rig} and {rig}, {judgement}.
  With {wind} on the beam our {vessel} made {number} knots past the {sea}.
  {name} hauled the {rig} aboard while the skipper held the {rig} steady.
  We moored the {vessel} at the quay of the {sea} and checked the {rig} {time}.
  A chart of the {sea} shows {number} fathoms, enough for the keel of a {vessel}.
  The crew reefed the {rig} when {wind} rose off the {sea}, {judgement}.
  Every sailor on a {vessel} should splice the rope of the {rig} {time}.
  {name} steered the {vessel} by compass through {wind} towards the {sea}.
  Salt had eaten into the {rig}, so we varnished the deck and the {rig} {time}.
  From the bow of the {vessel} the {sea} looked closer than the chart said.
  We dropped anchor in the lee of the {sea} and waited for {wind} to pass.
  The coast guard radioed the {vessel} about {wind} near the {sea}, {judgement}.
  A {vessel} with a worn {rig} does not like {wind}, as the crew learned.
  The sailmaker patched our {rig} with {number} seams of canvas {time}.
  {name} took the helm at the {sea}, and the wake of the {vessel} ran straight.
  On watch I counted {number} buoys between the {sea} and the open sea.

plant
  tomatoes
  runner beans
  dahlias
  roses
  leeks
  courgettes
  raspberries
  tulips
  lavender
  potatoes
  sweet peas
  apple trees
tool
  spade
  trowel
  hoe
  watering can
  pruning shears
  wheelbarrow
  rake
  cold frame
soil
  clay
  compost
  leaf mould
  manure
  mulch
  sandy loam
  peat
pest
  slugs
  aphids
  blight
  mildew
  bindweed
  pigeons
bed
  raised bed
  border
  greenhouse
  allotment
  orchard
  hedge
  lawn
title.gardening
  {plant} in a {bed} full of {soil}
  Keeping {pest} away from the {plant}
  When to sow {plant} and when to prune {plant}
  How {name} dug a {bed} with a {tool}
  The {tool}, the {bed} and {number} rows of {plant}
  What {soil} does for {plant}
sentence.gardening
  I planted the {plant} in the {bed} {time}, with {soil} below the roots.
  The {plant} want {soil} and shade, and the {bed} gives them both, {judgement}.
  {name} weeds the {bed} with a {tool} and leaves the {pest} to the birds.
  Seedlings of {plant} go out into the {bed} {time}, a hand apart.
  Against {pest} on {plant} nothing helps but patience and a {tool}.
  A barrow of {soil} for each row of {plant} is enough, {judgement}.
  We pruned the {plant} to {number} buds and mulched the {bed} {time}.
  The {bed} lay fallow until {name} sowed {plant} there {time}.
  {plant} flower twice in our {bed} if the {soil} is turned with a {tool}.
  Frost took the {plant} beside the {bed}, but the bulbs under {soil} came back.
  Water the {plant} at the roots {time}, never the leaves, or {pest} will follow.
  {name} grafts {plant} in the {bed} and keeps cuttings in {soil}.
  The gardener at the {bed} swears by {soil} against {pest}, {judgement}.
  Rake the {soil} fine, sow the {plant} thinly, and cover the {bed} from {pest}.
  My {tool} broke in the {soil} of the {bed}, {judgement}.
  We harvested {number} baskets of {plant} from the {bed} {time}.

body
  Jupiter
  Saturn
  the Orion nebula
  the Pleiades
  a comet
  the Andromeda galaxy
  a double star
  the lunar craters
  a globular cluster
  an eclipse
optic
  refractor
  eyepiece
  mirror
  finder scope
  tripod
  equatorial mount
  filter
  star atlas
sky
  the zenith
  the ecliptic
  the Milky Way
  the constellation Cygnus
  the polar star
  the horizon
title.astronomy
  {body} through a {optic}
  Drawing {body} near {sky}
  How {name} found {body} without a {optic}
  {number} nights under {sky}
  Grinding a {optic} to see {body}
  A {optic} for {body}
sentence.astronomy
  Through the {optic} we saw {body} close to {sky} {time}.
  The telescope with its {optic} gathers light of {body} for {number} minutes.
  {name} aligned the {optic} with {sky} and waited for {body} to rise.
  {body} stands at {sky}, of magnitude {number}, {judgement}.
  Starlight from {body} left it {number} thousand years ago.
  A new {optic} shows the rings and moons beside {body}, {judgement}.
  The orbit of {body} crosses {sky} {time}, so bring a {optic}.
  I photographed {body} with a {optic} and stacked {number} exposures.
  Clouds hid {sky} and {body}, so {name} cleaned the {optic} instead.
  The observatory turned its dome and its {optic} towards {body} {time}.
  In the {optic} {body} looks like a smudge against {sky}, {judgement}.
  {name} catalogued {number} stars between {body} and {sky}.
  Dark skies matter more than a large {optic} when {body} is faint.
  The spectrum of {body} in our {optic} has {number} lines of hydrogen.

dish
  a fish pie
  onion soup
  rye bread
  a plum cake
  pancakes
  a lamb stew
  lentil curry
  dumplings
  an apple crumble
  roast chicken
ingredient
  butter
  flour
  garlic
  thyme
  cream
  eggs
  pepper
  sugar
  vinegar
  cinnamon
  yeast
vesselpot
  saucepan
  oven dish
  frying pan
  mixing bowl
  casserole
  baking tin
title.cooking
  {dish} with {ingredient} and {ingredient}
  How {name} bakes {dish}
  {dish} from one {vesselpot}
  {number} ways to ruin {dish}
  Why {dish} needs more {ingredient}
  The {vesselpot} and {dish} of {name}
sentence.cooking
  Melt the {ingredient} in a {vesselpot} and stir in {ingredient} for {dish}.
  {name} serves {dish} with {ingredient} {time}, {judgement}.
  Knead {ingredient} and {ingredient} into a dough, and let the {vesselpot} rest.
  For {dish} the {ingredient} must simmer in the {vesselpot} for {number} minutes.
  Season {dish} with {ingredient} and taste it before the {vesselpot} is hot.
  I baked {dish} {time} and forgot the {ingredient}, {judgement}.
  A spoon of {ingredient} saves {dish}, and {ingredient} spoils it.
  Whisk {ingredient} with {ingredient}, pour it into the {vesselpot}, and bake.
  The recipe for {dish} asks for {ingredient}; {name} takes {ingredient} instead.
  Chop the {ingredient} finely, or {dish} will taste of nothing but {ingredient}.
  Our kitchen smelled of {dish} and {ingredient} {time}.
  Fry the {ingredient} in {ingredient} until the {vesselpot} smokes, {judgement}.
  {name} boiled {ingredient} in the {vesselpot} for {number} guests and {dish}.
  Leftovers of {dish} go into the {vesselpot} with {ingredient} {time}.
)";

}  // namespace

std::string_view hobby_name(Hobby hobby) {
  switch (hobby) {
    case Hobby::kSailing:
      return "sailing";
    case Hobby::kGardening:
      return "gardening";
    case Hobby::kAstronomy:
      return "astronomy";
    case Hobby::kCooking:
      return "cooking";
  }
  return "";
}

const Grammar& hobby_grammar() {
  static const Grammar grammar(kHobbyGrammar);
  return grammar;
}

std::string write_hobby_title(Hobby hobby, std::uint64_t seed) {
  std::string title = Storyteller(hobby_grammar(), Random(seed))
                          .tell(fmt::format("title.{}", hobby_name(hobby)));
  if (title[0] >= 'a' && title[0] <= 'z') title[0] = char(title[0] - 32);
  return title;
}

std::string write_hobby_paragraph(Hobby hobby, std::uint64_t seed,
                                  std::size_t sentences) {
  Random random(seed);
  Storyteller teller(hobby_grammar(), Random(random()));
  const std::string own = fmt::format("sentence.{}", hobby_name(hobby));
  std::string paragraph;
  for (std::size_t i = 0; i < sentences; ++i) {
    const bool is_any = random.below(6) == 0;
    const auto sentence = teller.tell_anew(is_any ? "sentence.any" : own);
    if (!sentence) break;
    if (!paragraph.empty()) paragraph += ' ';
    const std::size_t begin = paragraph.size();
    paragraph += *sentence;
    char& first = paragraph[begin];
    if (first >= 'a' && first <= 'z') first = char(first - 32);
  }
  return paragraph;
}

}  // namespace curlew::sim
