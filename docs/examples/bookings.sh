curl -s "$SITE/api/bookings?status=confirmed&sort=-booking_date" \
  -H "Authorization: Bearer $KEY"
