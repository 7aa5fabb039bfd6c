const apart = (text: string) => text.normalize('NFD');

/** Names, each with other ways to write them by which they are found: in lists of the client, and in messages. */
export const spellings: Readonly<Record<string, readonly [name: string, ...wishes: string[]]>> = {
  turkish: ['Işıl Yıldız', 'isil', 'ISIL', 'ışıl yıldız', 'yildiz'],
  dotted: ['İbrahim Çiğdem', 'ibrahim', 'IBRAHIM', 'cigdem', apart('Çiğdem')],
  german: ['Weiß Straße', 'weiss', 'WEISS', 'WEIẞ', 'strasse'],
  polish: ['Łódź Małgorzata', 'lodz', 'ŁÓDŹ', 'malgorzata', apart('Łódź')],
  alef: ['أحمد إبراهيم', 'احمد', 'ابراهيم', 'أَحْمَد', 'ٱحمد'],
  hamza: ['مسؤول الطوارئ', 'مسوول', 'الطواري', 'الطوارى', 'مَسؤول'],
  taa: ['مكتبة الكويت', 'مكتبه', 'مَكْتَبَة', 'مكتبـــة', 'الکویت'],
  maqsura: ['مصطفى منى', 'مصطفي', 'مني', 'مصطفی', 'مُصْطَفَى'],
  kana: ['バグ報告', 'ﾊﾞｸﾞ', 'ﾊﾞｸﾞ報告', apart('バグ'), '報告'],
  hangul: ['김민수', apart('김민수'), apart('민수'), '김민', '민수'],
  vietnamese: ['Nguyễn Đức Hưởng', 'nguyen', 'duc', 'huong', apart('Nguyễn')],
  hindi: ['हिंदी चर्चा', 'हिंदी', 'चर्चा', apart('हिंदी')],
};

/** What is another word in its language, though it differs by a mark alone. */
export const foreign: readonly string[] = ['ハグ', 'हदा'];
