const unicodeScripts =
  'Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Gara Geor Glag Gong Gonm Goth Gran Grek Gujr Gukh Guru Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Krai Kthi Lana Laoo Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Todr Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb';

/**
 * Returns the English name of the script of the first letter or digit in a text, such as `Tamil` or `Bangla`. Returns
 * null if the text has no letter or digit, or if the script is unknown.
 */
export function unicodeScriptName(text: string): string | null {
  const letter = /\p{L}|\p{N}/u.exec(text)?.[0];
  const code = letter === undefined ? undefined : unicodeScripts.split(' ').find((each) => isIn(letter, each));
  return code === undefined ? null : (new Intl.DisplayNames(['en'], { type: 'script' }).of(code) ?? null);
}

function isIn(letter: string, code: string): boolean {
  try {
    return new RegExp(`\\p{Script=${code}}`, 'u').test(letter);
  } catch {
    return false;
  }
}
