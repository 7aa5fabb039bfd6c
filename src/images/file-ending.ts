const endings: Readonly<Record<string, string>> = { 'image/gif': 'gif', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/**
 * The extension of a picture's file name, without the dot; programs recognize the type by it. Null stands for a drawn
 * picture.
 */
export function pictureEnding(content_type: string | null): string {
  return endings[content_type ?? ''] ?? 'png';
}
