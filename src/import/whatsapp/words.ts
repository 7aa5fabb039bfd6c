// What the app writes itself, in the languages known. On iPhones, and before names of files on Android, U+200E stands
// before it, so that these words are needed only elsewhere, or to tell a file from a notice.

const oneOf = (...words: readonly string[]) => words.join('|');

/** In the place of a message that was deleted. */
export const deleted = new RegExp(
  `^(?:${oneOf(
    'This message was deleted(?: by admin [^\\n]{1,100}?)?|You deleted this message(?: as admin)?',
    'Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht',
    'Se eliminó este mensaje|Eliminaste este mensaje|Este mensaje fue eliminado',
    'Ce message a été supprimé|Vous avez supprimé ce message',
    'Questo messaggio è stato eliminato|Hai eliminato questo messaggio',
    '(?:Esta )?mensagem (?:foi )?(?:apagada|eliminada)|(?:Você )?(?:apagou|eliminou) esta mensagem',
    'Dit bericht is verwijderd|(?:U hebt|U heeft|Je hebt) dit bericht verwijderd',
    'Ta wiadomość została usunięta|Usunięto tę wiadomość',
    '(?:Данное|Это) сообщение удалено|Вы удалили (?:данное|это) сообщение|Це повідомлення видалено',
    'Bu mesaj silindi|Bu mesajı sildiniz',
    'Det här meddelandet (?:togs bort|raderades)|Denne besked blev slettet|Denne meldingen ble slettet',
    'Tämä viesti poistettiin|Tato zpráva byla (?:smazána|odstraněna)|Táto správa bola (?:vymazaná|odstránená)',
    'Ezt az üzenetet törölték|Acest mesaj a fost șters|Αυτό το μήνυμα διαγράφηκε',
    'Pesan ini (?:telah )?dihapus|Anda (?:telah )?menghapus pesan ini|Mesej ini telah dipadam',
    'このメッセージ(?:は削除されました|を削除しました)|삭제된 메시지입니다|이 메시지를 삭제했습니다',
    '此消息已(?:被)?删除|你(?:已)?删除了?(?:这条|此)消息|此訊息已(?:被)?刪除|你已刪除此訊息',
    'تم حذف هذه الرسالة|لقد حذفت هذه الرسالة|این پیام حذف شد|הודעה זו נמחקה|מחקת הודעה זו',
    'यह (?:संदेश|मैसेज) (?:हटाया|मिटा दिया) गया',
  )})[.。]?$`,
  'iu',
);

const omission = oneOf(
  'omitted|weggelassen|weggelaten|ausgeschlossen|omitid[oa]s?|ocult(?:ad)?[oa]s?|omess[oaie]|absente?s?|omise?s?|pomini[ęe]t[oay]?',
  'опущен[оаы]?|отсутствует|пропущен[оаы]?|вилучен[оаы]?|изпуснат[оаи]?|dahil edilmedi|utelämna[dt]e?|utelatt|udeladt',
  'jätetty pois|vynech[aá]n[oaý]?|kihagyva|παραλείφθηκε|tidak disertakan|dihilangkan|bị ẩn|đã bỏ qua|छोड़ा गया|ละเว้น',
  '含まれていません|省略|略过|略過|忽略|생략\\p{L}*|استبعاد[^\\n]*|حذف شد|הושמטה?|לא נכללה?|izostavljen[oa]?',
);

/** In the place of a file, after a mark: a noun, and that it was left out. */
export const omitted = new RegExp(`^(?=[^\\n<>:]{2,40}$)(?:[^\\n]*[\\s\\p{L}])?(?:${omission})$`, 'iu');

/** The same in older exports, without a mark, which people could have written too. */
export const omittedUnmarked = new RegExp(
  `^(?:image|video|audio|sticker|document|GIF|contact card|Bild|Dokument|imagen|v[ií]deo|documento|immagine|vidéo) (?:${omission})$`,
  'iu',
);

const addition = oneOf(
  'file attached|Datei angehängt|archivo adjunto|fichier joint|file allegato|arquivo anexado|ficheiro anexado',
  'bestand bijgevoegd|plik załączony|załączono plik|файл (?:добавлен|прикреплен|прикреплён|додано)|dosya ekli|fil bifogad',
  'fil vedhæftet|fil vedlagt|tiedosto liitetty|soubor přiložen|fájl csatolva|fișier atașat|συνημμένο αρχείο',
  'file terlampir|tệp đính kèm|添付ファイル|文件附件|檔案已附加|附件|파일 첨부됨|ملف مرفق|הקובץ צורף',
);

/** After the name of a file; the app's own names need no words. */
export const attached = new RegExp(
  `^(?:.+\\.\\w{2,5} \\((?:${addition})\\)|[A-Z]{3}-\\d{8}-WA\\d+\\.\\w{2,5} \\([^()]+\\))$`,
  'iu',
);

/** At the end of a message that was changed. */
export const edited = new RegExp(
  `\\s\\u200e?<[^<>:\\n]{0,40}(?:${oneOf(
    'edited|bearbeitet|editó|editad[oa]|modifi[éc]|bewerkt|измен|змінен|düzenlen|redige|muokat|upraven|edytow|szerkeszt',
    'diedit|編集|编辑|編輯|수정|تعديل|נערכ',
  )})[^<>:\\n]{0,40}>\\s*$|(?<=\\S)\\s*\\u200e<[^<>:\\n]{5,60}>\\s*$`,
  'iu',
);

/** Before the name of a chat in the name of its file. */
export const introduction =
  /^(?:\S+ ){0,3}?\S*WhatsApp\S*(?: \S+)?? ?(?:-|with|mit|met|avec|con|com|z|s|med|dengan|с контактом|с|עם|مع|με|cu) /i;
