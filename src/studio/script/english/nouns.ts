const list = (words: string): string[] => words.trim().split(/\s+/u);

/** Nouns of products and their parts that take `a` or `the` in the singular. */
const countNouns = new Set(
  list(`
  account adapter album alarm amplifier app apron armchair arm artisan backpack bag bakery balm band bank bar base basket bassinet bath
  battery beanie bed belt bench bib bike bin binder bistro blade blanket blazer blender blend block blouse board boat book boot
  bottle bouquet bowl box bra bracelet brand brush bucket building bulb bundle button cabinet cable cafe café cake calculator
  camera campaign can candle canister cap car card cardigan carrier cart case chain chair chamber charger chip chopper class
  cleaner cleanser clinic clip clock cloth clutch coat coaster collar collection comb comforter company compartment compass
  computer concert conference conditioner console container controller cooker cooler couch course cover crate crayon cream crib cup
  cupboard curtain cushion dashboard deck desk device diary dial diffuser dish dishwasher display dog door doormat dress dresser
  drawer drill driver drone dryer duvet e-bike earring easel edition editor engine envelope escape event extension
  fabric face fan feeder fence festival filter finish fire fireplace flask float floor foam folder forest fork formula
  frame freezer fridge fryer game garden garment gate gel gift glass glove gown grill grinder grip guarantee guard guesthouse guide
  guitar gym hammer hammock handbag handle hanger harness hat headband headset heater heel helmet hinge hob hoodie hook hose
  hospital hostel hotel house humidifier inn iron island jacket jar jersey jug juicer jumper jumpsuit kettle keyboard kit
  kitchen knife lab lamp lantern laptop lead leash lens letter library lid light lighter line lineup lipstick list lock lodge loft
  lotion lounge machine magazine map marker market mask mat mattress menu meal membership microphone microwave midsole mill mirror
  mixer model monitor motor mouse mower mug museum necklace net network newsletter notebook office oil ottoman oven oxford pack pad
  paddle paint painting pan panel parka partner pass patch pedal pen pencil pendant perfume phone piano picture pillow pillowcase pipe
  pitcher plan planner plant planter plate platform player pocket pod polo pool portrait pot pouch powder press printer processor program
  programme projector pump purifier purse puzzle rack racket radio rake range razor receiver recipe recorder refrigerator remote
  resort restaurant retreat ride ring roaster robot rocker rod roof room rope rosé router rowing rug ruler saddle safe salon
  sandal saucepan saw scale scanner scarf school scooter screen screwdriver script scrub seat sensor series serum service set
  shampoo shaver shawl sheet shelf shell shield shirt shoe shop shorts shovel shower sink skateboard skillet skirt sleeve slicer
  slipper smartphone smartwatch snack soap sock sofa software-suite soundbar spa speaker spoon spray stand station sticker stool
  storage-box store stove strap straw stroller studio suit suitcase sunscreen supplement surfboard sweater sweatshirt swimsuit switch
  system t-shirt tee table tablet tablecloth tank tap tart team tent theatre thermometer thermostat ticket tie tile timer toaster tool
  toolbox toothbrush top torch towel toy track tracker tracksuit trail trainer trampoline tray treatment tricycle trimmer tripod
  trolley trunk tub tube tumbler tv typeface umbrella upper utensil vacuum van vase vault vehicle vest villa vitamin wagon wallet
  wardrobe warmer warranty washer watch website wheel wheelchair whisk whistle window wine-rack winery workshop wrap wrench zip
  zipper toner moisturiser moisturizer hub wristband throw topper organizer organiser lunchbox carafe decanter grater peeler
  coffee-maker maker opener dispenser holder rack sharpener steamer cardholder keyring doll train set-top ball racquet glide
  promise finish feel look taste flavour flavor scent hood pair piece`),
);

const plurals = new Set(
  list('jeans trousers shorts pants leggings glasses sunglasses headphones earphones earbuds scissors pyjamas tights'),
);

/** Returns the noun that a name or phrase is about: `Aero Trainer 2` gives `trainer`, `Bag of Oats` gives `bag`. */
export function headOf(name: string): string {
  const [core = name] = name.toLowerCase().split(/\s(?:in|of|for|with|from|by|on)\s/u);
  const words = core.match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  return words.at(-1) ?? '';
}

/** Reports whether a noun is a countable singular, which needs an article. Returns false for unknown nouns. */
export const isCountable = (noun: string): boolean =>
  countNouns.has(noun) || countNouns.has(noun.split('-').at(-1) ?? '');

/** Reports whether a noun is a plural. `glass`, `canvas` and `chassis` are not. */
export function isPlural(noun: string): boolean {
  if (plurals.has(noun)) return true;
  if (!noun.endsWith('s') || /(?:ss|us|is|as)$/u.test(noun)) return false;
  return countNouns.has(noun.slice(0, -1)) || countNouns.has(noun.slice(0, -2)) || /(?:[^aeious]|[aeo])s$/u.test(noun);
}
